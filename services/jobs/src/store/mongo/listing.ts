import type { JobStatus } from '@numscope/contracts';
import { code, codesOf, countOf, progressOf, statusOf, type Tally, total } from '../../domain/phone-status.ts';
import { hasBegun, tallyIn, tallyOf } from '../../domain/passes.ts';
import { recordOf, subTasksOf } from '../job-record.ts';
import type { JobListFilter, JobRecord, PhoneFilter, PhoneRecord } from '../job-store.port.ts';
import { HIGHEST, shownPhone } from '../phone-value.ts';
import { type CountedField, type JobSortField, storedFields } from '../sort-fields.ts';
import { unpackSources } from '../source-codes.ts';
import type { Block } from './block.ts';
import type { Blocks } from './blocks.ts';
import { blockId, type Collections, type JobDocument } from './documents.ts';
import { type Jobs, MAIN_KEY } from './jobs.ts';
import type { BlockView, PartView } from './part-views.ts';

const VALID_AT_ONCE = 10_000;
const BLOCKS_AT_ONCE = 20;

const countedFields: Readonly<Record<CountedField, (tally: Tally) => number>> = {
  totalPhoneNumbers: total,
  phonesSent: (tally) => total(tally) - tally[code.PENDING] - tally[code.NOT_VALID],
  progress: (tally) => progressOf(tally, false),
};

const isCounted = (field: JobSortField): field is CountedField => Object.hasOwn(countedFields, field);

const containing = (text: string): RegExp => new RegExp(RegExp.escape(text));

/** The conditions of a filter. */
function conditions({
  jobName,
  jobId,
  jobNumber,
  createdBy,
  status,
  nameOrNumber,
  mainJob,
}: JobListFilter): Record<string, unknown> {
  const all: Array<Record<string, unknown>> = [{ status: { $ne: 'DELETED' } }];
  if (mainJob) all.push({ main: true });
  else if (jobId === undefined && jobNumber === undefined) all.push({ main: false });
  if (jobName) all.push({ folded: containing(jobName.toLowerCase()) });
  if (jobId !== undefined) all.push({ _id: jobId });
  if (jobNumber !== undefined) all.push({ number: jobNumber });
  if (createdBy) all.push({ created_by: new RegExp(RegExp.escape(createdBy), 'i') });
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
export function listing(collections: Collections, jobs: Jobs, blocks: Blocks) {
  const records = async (documents: readonly JobDocument[]): Promise<JobRecord[]> => {
    const parts = await jobs.parts.ofAll(documents);
    return documents.map((job) => recordOf(job, tallyOf(job, parts.get(job.key) ?? [])));
  };

  const subTasks = async (filter: JobListFilter, parent: number): Promise<{ jobs: JobRecord[]; total: number }> => {
    const job = await jobs.byRef(String(parent));
    return job ? subTasksOf(job, await jobs.parts.of(job), filter) : { jobs: [], total: 0 };
  };

  /** By what is counted, all that fit must be. */
  const byCount = async (
    filter: JobListFilter,
    count: (tally: Tally) => number,
  ): Promise<{ jobs: JobRecord[]; total: number }> => {
    const all = await records(await collections.jobs.find(conditions(filter)).toArray());
    const sign = filter.sort?.direction === 'DESC' ? -1 : 1;
    all.sort((a, b) => sign * (count(a.tally) - count(b.tally)) || b.number - a.number);
    return { jobs: all.slice(filter.offset, filter.offset + filter.limit), total: all.length };
  };

  /** What a phone is at now. Of a part that has not begun the job's pass, all valid ones are pending and nothing is known. */
  const phoneAt = (job: JobDocument, part: PartView, block: Block, index: number): PhoneRecord & { code: number } => {
    const begun = hasBegun(job, part);
    const { status, sources } = block.stateAt(index);
    const pending =
      !begun || job.status !== 'IN_PROGRESS' ? block.isPendingIn(index, Infinity) : block.isPendingIn(index, job.run);
    const value = status === code.NOT_VALID ? status : pending || !begun ? code.PENDING : status;
    const phone = shownPhone(block.phoneAt(index), value !== code.NOT_VALID);
    return { phone, status: statusOf(value), sources: begun ? unpackSources(sources) : [], code: value };
  };

  const tallyOfBlock = (job: JobDocument, part: PartView, { tally }: BlockView): Tally =>
    tallyIn(job, { pass: part.pass, tally });

  /** Of one part, `limit` phones of these codes after `skip`. */
  const pageOf = async (
    job: JobDocument,
    part: PartView,
    codes: readonly number[],
    skip: number,
    limit: number,
  ): Promise<PhoneRecord[]> => {
    const phones: PhoneRecord[] = [];
    let left = skip;
    for (const view of part.blocks) {
      if (phones.length >= limit) break;
      const here = countOf(tallyOfBlock(job, part, view), codes);
      if (here > left) {
        const stored = await blocks.get(blockId(job.key, part.pass, view.block));
        const all = stored
          ? Array.from({ length: stored.block.size }, (_none, index) => phoneAt(job, part, stored.block, index))
          : [];
        const fitting = all.filter((each) => codes.includes(each.code)).slice(left, left + limit - phones.length);
        phones.push(...fitting.map(({ phone, status, sources }) => ({ phone, status, sources })));
      }
      left = Math.max(0, left - here);
    }
    return phones;
  };

  const validIn = (job: JobDocument, part: PartView, block: Block, pendingOnly: boolean): number[] =>
    [...block.numbers].filter((_number, index) => {
      const at = phoneAt(job, part, block, index).code;
      return pendingOnly ? at === code.PENDING : at !== code.NOT_VALID;
    });

  return {
    find: (ref: string): Promise<JobRecord | null> => jobs.find(ref),

    async mainJob(): Promise<JobRecord> {
      const job = await jobs.byKey(MAIN_KEY);
      if (!job) throw new Error('there is no main job');
      return jobs.record(job);
    },

    async list(filter: JobListFilter): Promise<{ jobs: JobRecord[]; total: number }> {
      if (filter.parentNumber !== undefined) return subTasks(filter, filter.parentNumber);
      const { field, direction } = filter.sort ?? ({ field: 'number', direction: 'DESC' } as const);
      if (isCounted(field)) return byCount(filter, countedFields[field]);
      const where = conditions(filter);
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

    async countByStatus(): Promise<Partial<Record<JobStatus, number>>> {
      const groups = collections.jobs.aggregate<{ _id: JobStatus; jobs: number }>([
        { $match: { status: { $ne: 'DELETED' } } },
        { $group: { _id: '$status', jobs: { $sum: 1 } } },
      ]);
      return Object.fromEntries((await groups.toArray()).map(({ _id, jobs }) => [_id, jobs]));
    },

    async phones(ref: string, filter: PhoneFilter): Promise<{ phones: PhoneRecord[]; total: number } | null> {
      const own = await jobs.byRef(ref);
      const job = own ?? (await jobs.byPart(ref));
      if (!job) return null;
      const parts = (await jobs.parts.of(job)).filter((part) => own || part.id === ref || String(part.number) === ref);
      const codes = codesOf(filter.statuses);
      const phones: PhoneRecord[] = [];
      let skip = filter.offset;
      let all = 0;
      // Counts of the parts lead to the right place, so that a late page of a million costs what the first does.
      for (const part of parts) {
        const here = countOf(tallyIn(job, part), codes);
        all += here;
        const left = filter.limit - phones.length;
        if (left > 0 && skip < here) phones.push(...(await pageOf(job, part, codes, skip, left)));
        skip = Math.max(0, skip - here);
      }
      return { phones, total: all };
    },

    async validAfter(key: number, after: number, pendingOnly: boolean): Promise<Float64Array> {
      const job = await jobs.byKey(key);
      if (!job) return new Float64Array(0);
      const found: number[] = [];
      for (const part of await jobs.parts.of(job)) {
        const ends = part.blocks.map((_view, index) => part.blocks[index + 1]?.first ?? HIGHEST);
        const views = part.blocks.filter((view, index) => {
          const tally = tallyOfBlock(job, part, view);
          const end = ends[index] ?? HIGHEST;
          const beyond = typeof end === 'number' && end <= after;
          return !beyond && total(tally) > 0 && !(pendingOnly && tally[code.PENDING] === 0);
        });
        while (views.length > 0 && found.length < VALID_AT_ONCE) {
          const ids = views.splice(0, BLOCKS_AT_ONCE).map(({ block }) => blockId(key, part.pass, block));
          const loaded = await blocks.load(ids);
          for (const id of ids) {
            const block = loaded.get(id)?.block;
            if (block) found.push(...validIn(job, part, block, pendingOnly).filter((number) => number > after));
          }
        }
        if (found.length > 0) break;
      }
      return Float64Array.from(found.slice(0, VALID_AT_ONCE));
    },
  };
}
