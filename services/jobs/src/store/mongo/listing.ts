import { containing } from '@numscope/adapters/mongo';
import type { JobStatus, PassDifference } from '@numscope/contracts';
import { code, codesOf, countOf } from '../../domain/phone-status.ts';
import { hasBegun, tallyIn } from '../../domain/passes.ts';
import { listOf, namedBy, newestFirst } from '../job-list.ts';
import { subTaskOf } from '../job-record.ts';
import type { JobListFilter, JobRecord, JobStore } from '../job-store.port.ts';
import { differenceOf } from '../pass-difference.ts';
import { broughtRow } from '../phone-result.ts';
import { readOn } from '../phone-place.ts';
import { shown, type ShownPhone, sliceOf } from '../phone-slice.ts';
import { HIGHEST, type PhoneValue, shownPhone } from '../phone-value.ts';
import { isCounted, storedFields } from '../sort-fields.ts';
import type { Collections, JobDocument, PartHead } from './documents.ts';
import { type Jobs, MAIN_KEY } from './jobs.ts';
import { mayWait } from './parts.ts';
import { idsOfNumbers, idsOfPart, idsOfPass, phoneId, phoneOfId } from './phone-id.ts';
import { askedOf, rowOf, seenAs, seenBefore, waitingIn } from './phone-states.ts';

const VALID_AT_ONCE = 10_000;
const COMPARED_AT_ONCE = 2000;
const allCodes: readonly number[] = Object.values(code);

/** The conditions of a filter. */
function conditions({
  jobName,
  createdBy,
  status,
  nameOrNumber,
  mainJob = false,
}: JobListFilter): Record<string, unknown> {
  const all: Array<Record<string, unknown>> = [{ status: { $ne: 'DELETED' } }, { main: mainJob }];
  if (jobName) all.push({ folded: containing(jobName.toLowerCase()) });
  if (createdBy) all.push({ created_by: { ...containing(createdBy), $options: 'i' } });
  if (status && status.length > 0) all.push({ status: { $in: status } });
  if (nameOrNumber) {
    const named = { folded: containing(nameOrNumber.toLowerCase()) };
    all.push(
      String(Number(nameOrNumber)) === nameOrNumber ? { $or: [named, { number: Number(nameOrNumber) }] } : named,
    );
  }
  return { $and: all };
}

/** Reads of jobs and their phones. */
export function listing(collections: Collections, jobs: Jobs) {
  const { phones } = jobs;

  const records = (documents: readonly JobDocument[]): Promise<JobRecord[]> =>
    Promise.all(documents.map((job) => jobs.record(job)));

  const subTasks = async (parent: number): Promise<Array<JobRecord | null>> => {
    const job = await jobs.byRef(String(parent));
    return job ? (await jobs.partsOf(job)).map((part) => subTaskOf(job, part)) : [];
  };

  /** Of one part, `limit` phones of these codes after `skip`. Of one that has not begun the job's pass, all valid ones are pending and nothing is known. */
  const pageOf = async (
    job: JobDocument,
    part: PartHead,
    codes: readonly number[],
    { skip, limit, from }: { skip: number; limit: number; from: PhoneValue | undefined },
  ): Promise<ShownPhone[]> => {
    const begun = hasBegun(job, part);
    const { $gte, $lt } = idsOfPart(job, part);
    const found = phones.all
      .find({
        _id: from === undefined ? { $gte, $lt } : { $gt: phoneId(job, part.pass, from), $lt },
        ...(codes.length === allCodes.length ? {} : begun ? seenAs(codes, job) : seenBefore(codes)),
      })
      .sort({ _id: 1 })
      .skip(skip)
      .limit(limit);
    return (await found.toArray()).map((document) => {
      const row = rowOf(document, job);
      return shown(part.pass, begun ? row : broughtRow(row, null));
    });
  };

  return {
    find: (ref) => jobs.find(ref),

    async mainJob() {
      const job = await jobs.byKey(MAIN_KEY);
      if (!job) throw new Error('there is no main job');
      return jobs.record(job);
    },

    async list(filter) {
      const { parentNumber, sort } = filter;
      if (parentNumber !== undefined) return listOf(await subTasks(parentNumber), filter);
      const named = namedBy(filter);
      if (named !== null) return listOf([await jobs.find(named)], filter);
      const { field, direction } = sort ?? newestFirst;
      const where = conditions(filter);
      // To sort by a counted field, all jobs that fit are counted.
      if (isCounted(field)) return listOf(await records(await collections.jobs.find(where).toArray()), filter);
      const sign = direction === 'DESC' ? -1 : 1;
      const stored = storedFields[field];
      const [found, all] = await Promise.all([
        collections.jobs
          .find(where)
          .sort(stored === 'number' ? { number: sign } : { [stored]: sign, number: -1 })
          .skip(filter.offset)
          .limit(filter.limit)
          .toArray(),
        collections.jobs.countDocuments(where),
      ]);
      return { jobs: await records(found), total: all };
    },

    async recentJobs(statuses, since, limit) {
      const found = await collections.jobs
        .find({ status: { $in: [...statuses] }, $or: [{ finished_on: null }, { finished_on: { $gte: since } }] })
        .sort({ number: -1 })
        .limit(limit)
        .toArray();
      return records(found);
    },

    async countByStatus() {
      const groups = collections.jobs.aggregate<{ _id: JobStatus; jobs: number }>([
        { $match: { status: { $ne: 'DELETED' } } },
        { $group: { _id: '$status', jobs: { $sum: 1 } } },
      ]);
      return Object.fromEntries((await groups.toArray()).map(({ _id, jobs }) => [_id, jobs]));
    },

    async phones(ref, filter) {
      const among = await jobs.among(ref);
      if (!among) return null;
      const { job, part: meant } = among;
      const codes = codesOf(filter.statuses);
      const page: ShownPhone[] = [];
      let skip = filter.offset;
      let all = 0;
      // Counts of the parts lead to the right place, so that a late page of a million costs what the first does.
      for (const part of (await jobs.partsOf(job)).filter(({ id }) => !meant || id === meant.id)) {
        const here = countOf(tallyIn(job, part), codes);
        all += here;
        const limit = filter.limit - page.length;
        const head = job.parts[part.key];
        const end = head && job.parts[job.parts.indexOf(head) + 1]?.first;
        const from = readOn({ pass: part.pass, isWhole: false }, end ?? HIGHEST, filter.after);
        if (from === null) continue;
        if (head && limit > 0 && skip < here) page.push(...(await pageOf(job, head, codes, { skip, limit, from })));
        skip = Math.max(0, skip - here);
      }
      return sliceOf(page, filter, all);
    },

    async passDifferences(ref, { from, to, after }) {
      const among = await jobs.among(ref);
      if (!among) return null;
      const { job, part } = among;
      const { $gte, $lt } = part ? idsOfPart(job, part, from) : idsOfPass(job, from);
      const results = await phones.all
        .find({ _id: after === null ? { $gte, $lt } : { $gt: phoneId(job, from, after), $lt } })
        .sort({ _id: 1 })
        .limit(COMPARED_AT_ONCE)
        .toArray();
      const [first, last] = [results[0], results.at(-1)];
      if (!first || !last) return { differences: [], next: null };
      const byPhone = new Map(results.map((document) => [phoneOfId(document._id), document]));
      const [lowest, highest] = [first, last].map(({ _id }) => phoneId(job, to, phoneOfId(_id)));
      const differences: PassDifference[] = [];
      // Among them may be many that joined the job since.
      for await (const later of phones.inOrder({ $gte: lowest ?? '', $lt: `${highest} ` }, COMPARED_AT_ONCE))
        for (const document of later) {
          const phone = phoneOfId(document._id);
          const before = byPhone.get(phone);
          const difference = before && differenceOf(before, document);
          if (difference) differences.push({ phone: shownPhone(phone, true), ...difference });
        }
      return { differences, next: results.length < COMPARED_AT_ONCE ? null : phoneOfId(last._id) };
    },

    async validAfter(ref, after, pendingOnly) {
      const among = await jobs.among(ref);
      if (!among) return new Float64Array(0);
      const { job, part: meant } = among;
      for (const part of meant ? [meant] : job.parts) {
        if (pendingOnly && !mayWait(job, part)) continue;
        const { $gte, $lt } = idsOfPart(job, part);
        const { $gt, $lt: texts } = idsOfNumbers(job, part.pass, after);
        const _id = { ...($gt < $gte ? { $gte } : { $gt }), $lt: $lt < texts ? $lt : texts };
        const found = await phones.all
          .find(
            {
              _id,
              ...(pendingOnly && hasBegun(job, part)
                ? { ...waitingIn(job), ...askedOf(job) }
                : { status: { $ne: code.NOT_VALID } }),
            },
            { projection: { _id: 1 } },
          )
          .sort({ _id: 1 })
          .limit(VALID_AT_ONCE)
          .toArray();
        if (found.length > 0) return Float64Array.from(found, (document) => Number(phoneOfId(document._id)));
      }
      return new Float64Array(0);
    },
  } satisfies Partial<JobStore>;
}
