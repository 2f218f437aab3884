import { setTimeout as pause } from 'node:timers/promises';
import type { MergedPass } from '@numscope/contracts';
import { newId } from '@numscope/platform';
import { FIRST_PASS, join, merge, reopen } from '../../domain/job.ts';
import { rowsOfOneStep, sizeOf } from '../../domain/passes.ts';
import type { Act, Changed } from '../job-store.port.ts';
import { broughtRow, joined, type PhoneRow } from '../phone-result.ts';
import type { PhoneValue } from '../phone-value.ts';
import { type Collections, type JobDocument, type Joining, type PartHead, waitsForPhones } from './documents.ts';
import type { JobChange, Jobs } from './jobs.ts';
import { beginPass, cut, open } from './parts.ts';
import { type Holder, idsOfPart, idsOfPass, partOf, phoneId } from './phone-id.ts';
import { documentOfPhone, rowOf, runOf, stateOf } from './phones.ts';

/** How long a process waits before it looks again whether the leader has carried out what it asked for. */
const LOOK_MS = 100;
/** Few enough that other changes of the target hardly wait. */
const STEP_ROWS = 4000;

export type Joins = ReturnType<typeof joins>;

type Request = Pick<Joining, 'source' | 'afresh' | 'merge' | 'duplicates' | 'skipped'>;

/** Whose phones come: of a job in the pass that each part is in. An upload has no number, and nothing is known of its phones. */
type Source = Holder & Pick<JobDocument, 'parts' | 'status' | 'run'> & { number: number | null };

/** A phone that comes, and the pass of a merged job that it was in; null: it is to be looked up afresh. */
interface Brought {
  id: string;
  row: PhoneRow;
  from: MergedPass | null;
}

/**
 * Brings phones of one job, or of an upload, into another: step by step, carried on by whoever leads. What is to join stands in the job that they join,
 * so a job that waits for phones is not ended, and the last step is one change of that job. Each step may be repeated.
 */
export function joins(collections: Collections, jobs: Jobs, lease: { readonly isHeld: boolean }) {
  const { phones } = jobs;
  const entry = (request: Request): Joining => ({ ...request, id: newId(), after: null, rows: 0, before: null });

  /** Changes a joining in its job, if it is still there. */
  const advance = (
    target: JobDocument,
    id: string,
    step: (change: JobChange, joining: Joining) => Promise<void> | void,
  ): Promise<JobDocument | null> =>
    jobs.change(
      () => jobs.byKey(target.key),
      async (change) => {
        const joining = change.job.joins.find((each) => each.id === id);
        if (joining) await step(change, joining);
        return change.job;
      },
    );

  const forget = ({ job }: JobChange, id: string): void => {
    job.joins = job.joins.filter((each) => each.id !== id);
  };

  const dropUpload = (key: number): Promise<unknown> =>
    collections.uploads.updateOne({ _id: key, state: 'JOINING' }, { $set: { state: 'DROPPED' } });

  const targetsNow = (): Promise<JobDocument[]> => collections.jobs.find(waitsForPhones).toArray();

  /** When the merge of one job into another was asked for first, as an id; undefined where it is not, or not any more. */
  const askedFor = (targets: readonly JobDocument[], from: number, into: number): string | undefined =>
    targets
      .find(({ key }) => key === into)
      ?.joins.filter(({ source, merge: by }) => by !== null && source === from)
      .map(({ id }) => id)
      .sort()[0];

  /**
   * Whether a merge that was asked for may be: not if the phones of the target are on their way into the source, also
   * through others, for merged into each other both would be gone. Of two opposite ones the first goes on: each changes
   * the job that the other waits in, so none can miss the other.
   */
  const mayMerge = async (from: number, into: number): Promise<boolean> => {
    const targets = await targetsNow();
    const asked = askedFor(targets, from, into);
    // It was taken back.
    if (asked === undefined) return false;
    const opposite = askedFor(targets, into, from);
    const isFirst = opposite !== undefined && asked < opposite;
    const reached = new Set([into]);
    // What is added is looked at too.
    for (const key of reached)
      for (const target of targets)
        if (!(isFirst && key === into && target.key === from) && askedFor([target], key, target.key) !== undefined)
          reached.add(target.key);
    return !reached.has(from);
  };

  /** Makes a job MERGED; false when it has become something that cannot be merged. Once more does no harm. */
  const ensureMerged = async (
    source: number,
    target: JobDocument,
    by: NonNullable<Joining['merge']>,
  ): Promise<boolean> =>
    (await jobs.change(
      () => jobs.byKey(source),
      async (change) => {
        const { job } = change;
        if (job.status === 'MERGED') return job.merged_into === target.number;
        if (!(await mayMerge(source, target.key))) return false;
        const outcome = merge(job, target.number, by, true);
        if ('refused' in outcome) return false;
        change.apply(outcome);
        return true;
      },
    )) ?? false;

  const sourceOf = async (key: number): Promise<Source | null> => {
    if (await collections.uploads.findOne({ _id: key, state: 'JOINING' }))
      return { key, number: null, main: false, parts: [], status: 'CREATED', run: 0 };
    // Of one that is deleted meanwhile they stay until then.
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
      // Of the main job's phones each has a pass of its own.
      if (found.length > 0)
        return found.map((document) => ({
          id: document._id,
          row: rowOf(document, source),
          from: number === null || afresh ? null : { number, pass: document.pass },
        }));
    }
    return [];
  };

  /** The part that a phone is to be put into; made when there is none. Its phones are counted from now on. */
  const openFor = (job: JobDocument, phone: PhoneValue): PartHead => {
    const part = partOf(job, phone) ?? { first: phone, number: null, id: null, pass: job.pass, tally: null, opened: 0 };
    if (job.parts.length === 0) job.parts.push(part);
    open(part, Date.now());
    return part;
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
        const { _id, pass, status, run, flags, sources } = had;
        const other = byId.get(_id);
        const after = other ? joined(stateOf(had, job), other.document, other.from) : null;
        if (!after) return [];
        const filter = { _id, pass, status, run, flags, sources };
        return { updateOne: { filter, update: { $set: { ...after, run: runOf(after, run) } } } };
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

  const passesOf = (job: JobDocument, rows: readonly Brought[]): string =>
    JSON.stringify([job.pass, ...rows.map(({ row }) => partOf(job, row.phone)?.pass)]);

  const finish = async (target: JobDocument, { id, source, merge: by }: Joining, at: number): Promise<void> => {
    await advance(target, id, async (change, { rows, before: had, duplicates, skipped }) => {
      const { job } = change;
      forget(change, id);
      const state = await jobs.phonesOf(job);
      const size = sizeOf(state.parts);
      job.duplicates += duplicates + Math.max(0, rows - (size - (had ?? size)));
      job.skipped += skipped;
      change.apply(join(job, state, { merged: by !== null, at }));
      if (job.subtype !== 'SUPER_JOB') return;
      const bare = job.parts.filter(({ number }) => number === null);
      let number = bare.length > 0 ? await jobs.take('number', bare.length) : 0;
      for (const part of bare) Object.assign(part, { number: number++, id: newId() });
    });
    await dropUpload(source);
  };

  const step = async (target: JobDocument, joining: Joining, now: number): Promise<void> => {
    const { id } = joining;
    if (
      target.status === 'DELETED' ||
      (joining.merge && !(await ensureMerged(joining.source, target, joining.merge)))
    ) {
      await advance(target, id, (change) => forget(change, id));
      await dropUpload(joining.source);
      return;
    }
    if (joining.before === null) {
      await advance(target, id, async ({ job }, begun) => {
        begun.before = sizeOf(await jobs.partsOf(job));
      });
      return;
    }
    const source = await sourceOf(joining.source);
    const next = source ? await nextRows(source, joining) : [];
    if (next.length === 0) return finish(target, joining, now);
    let rows: readonly Brought[] = next;
    const opened = await advance(target, id, async ({ job }) => {
      const isMerged = next.some(({ from }) => from !== null);
      if (isMerged) rows = rowsOfOneStep(job, next, ({ row }) => partOf(job, row.phone));
      for (const part of new Set(rows.map(({ row }) => openFor(job, row.phone)))) {
        // What was answered of them counts in the present pass.
        if (isMerged) await beginPass(phones, job, part);
      }
    });
    const last = rows.at(-1);
    if (!opened || !last || !lease.isHeld) return;
    if (!(await place(opened, id, rows))) return;
    await advance(target, id, async (change, { after }) => {
      const { job } = change;
      // Removed meanwhile: then these phones are still to be.
      if (job.status === 'DELETED') job.holds = true;
      // Not by a process that led before, and did it too. What was put into a pass that was left meanwhile comes once more.
      if (after !== joining.after || passesOf(job, rows) !== passesOf(opened, rows)) return;
      for (const part of new Set(rows.map(({ row }) => openFor(job, row.phone)))) await cut(phones, job, part);
      Object.assign(job.joins.find((each) => each.id === id) ?? {}, {
        after: last.row.phone,
        rows: joining.rows + rows.length,
      });
    });
  };

  /**
   * Goes on where each job waits for another. A merge that may not be is taken back: whoever asked for it ended before.
   * Else one of them is a copy of the job that it is merged into, and takes what is there.
   */
  const breakRing = async (targets: readonly JobDocument[], now: number): Promise<boolean> => {
    if (!lease.isHeld) return false;
    for (const target of targets)
      for (const { id, source, merge: by } of target.joins) {
        if (by === null || (await ensureMerged(source, target, by))) continue;
        await advance(target, id, (change) => forget(change, id));
        return true;
      }
    for (const target of targets) {
      const [head] = target.joins;
      if (!head || head.merge !== null) continue;
      await step(target, head, now);
      return true;
    }
    return false;
  };

  return {
    entry,
    ensureMerged,

    /** Notes that phones are to join a job, opened again if it was done. */
    request: (ref: string, act: Act, requests: readonly Request[]): Promise<Changed> =>
      jobs.decide(ref, act, (job) => {
        const opened = reopen(job, act);
        if (!('refused' in opened)) job.joins.push(...requests.map(entry));
        return opened;
      }),

    /** Takes back what was asked for. */
    async withdraw(target: string, source: number): Promise<void> {
      await jobs.change(
        () => jobs.byRef(target),
        ({ job }) => {
          job.joins = job.joins.filter((each) => each.source !== source);
        },
      );
    },

    async joinNext(now: number): Promise<boolean> {
      const targets = await targetsNow();
      // Whose own phones are still on their way waits for them: the clocks of processes differ.
      const isWhole = ({ source }: Joining): boolean => !targets.some(({ key }) => key === source);
      const next = targets.flatMap((target) =>
        target.joins
          .slice(0, 1)
          .filter(isWhole)
          .map((joining) => ({ target, joining })),
      );
      const [first] = next.sort((a, b) => (a.joining.id < b.joining.id ? -1 : 1));
      if (!first) return breakRing(targets, now);
      // Carried out by the leader; whoever asked for it waits.
      if (lease.isHeld) await step(first.target, first.joining, now);
      else await pause(LOOK_MS);
      return true;
    },
  };
}
