import type { MergedPass } from '@numscope/contracts';
import { FIRST_PASS } from '../../domain/job.ts';
import { broughtRow, joined, type PhoneRow } from '../phone-result.ts';
import type { Collections, JobDocument, Joining } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { type Holder, idsOfPart, idsOfPass, partOf, phoneId } from './phone-id.ts';
import { asRead, documentOfPhone, rowOf, runOf, stateOf } from './phone-states.ts';

/** Few enough that other changes of the target hardly wait. */
const STEP_ROWS = 4000;

/** The job or upload whose phones come, each part in its present pass. An upload has no number, and no answers. */
type Source = Holder & Pick<JobDocument, 'parts' | 'status' | 'run'> & { number: number | null };

/** A phone that comes, and the pass of a merged job that it was in; null: it is to be looked up afresh. */
export interface Brought {
  id: string;
  row: PhoneRow;
  from: MergedPass | null;
}

/** Reads the phones that a joining brings, and puts them among those of the job that they join. */
export function broughtPhones(collections: Collections, jobs: Jobs, lease: { readonly isHeld: boolean }) {
  const { phones } = jobs;

  const sourceOf = async (key: number): Promise<Source | null> => {
    if (await collections.uploads.findOne({ _id: key, state: 'JOINING' }))
      return { key, number: null, main: false, parts: [], status: 'CREATED', run: 0 };
    // The phones of a job that is deleted meanwhile stay until they have come.
    const job = await jobs.byKey(key);
    return job?.holds ? job : null;
  };

  /** The phones that come next, in order. */
  const nextRows = async (source: Source, { after, afresh }: Joining): Promise<Brought[]> => {
    const { number } = source;
    const ranges =
      source.parts.length === 0 ? [idsOfPass(source, FIRST_PASS)] : source.parts.map((part) => idsOfPart(source, part));
    const passes = source.parts.length === 0 ? [FIRST_PASS] : source.parts.map(({ pass }) => pass);
    for (const [index, { $gte, $lt }] of ranges.entries()) {
      const last = after === null ? '' : phoneId(source, passes[index] ?? FIRST_PASS, after);
      if (last >= $lt) continue;
      const found = await phones.all
        .find({ _id: last < $gte ? { $gte, $lt } : { $gt: last, $lt } })
        .sort({ _id: 1 })
        .limit(STEP_ROWS)
        .toArray();
      // Each of the main job's phones has a pass of its own.
      if (found.length > 0)
        return found.map((document) => ({
          id: document._id,
          row: rowOf(document, source),
          from: number === null || afresh ? null : { number, pass: document.pass },
        }));
    }
    return [];
  };

  const isStillJoining = async ({ key }: JobDocument, id: string): Promise<boolean> =>
    (await collections.jobs.countDocuments({ key, 'joins.id': id })) > 0;

  /**
   * Puts rows among the phones of a job. What it was answered stays. Whoever does not lead any more changes none that is
   * there: others may have brought these phones meanwhile, and gone on with them.
   * @returns whether all are there now
   */
  const place = async (job: JobDocument, id: string, rows: readonly Brought[]): Promise<boolean> => {
    const brought = rows.map(({ id: source, row, from }) => {
      const part = partOf(job, row.phone);
      const document = documentOfPhone(job, job.main || !part ? job.pass : part.pass, broughtRow(row, from));
      return { source, document, from };
    });
    const byId = new Map(brought.map((each) => [each.document._id, each]));
    let left = (await phones.add(brought.map(({ document }) => document))).map(({ _id }) => _id);
    while (left.length > 0 && lease.isHeld) {
      const updates = (await phones.byIds(left)).flatMap((had) => {
        const other = byId.get(had._id);
        const after = other ? joined(stateOf(had, job), other.document, other.from) : null;
        if (!after) return [];
        return { updateOne: { filter: asRead(had), update: { $set: { ...after, run: runOf(after, had.run) } } } };
      });
      const done = updates.length > 0 ? await phones.all.bulkWrite(updates, { ordered: false }) : { matchedCount: 0 };
      // Others changed some of them meanwhile.
      left = done.matchedCount === updates.length ? [] : updates.map(({ updateOne }) => updateOne.filter._id);
    }
    await phones.forgetErased(
      brought.map(({ source, document }) => ({ from: source, to: document._id })),
      // The source of a joining that is over may have been removed: its phones are not erased.
      () => isStillJoining(job, id),
    );
    return left.length === 0;
  };

  return { sourceOf, nextRows, place };
}
