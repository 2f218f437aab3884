import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@numscope/platform';
import { join, merge, reopen } from '../../domain/job.ts';
import { sizeOf } from '../../domain/passes.ts';
import type { Act, Changed } from '../job-store.port.ts';
import { broughtRow, type PhoneRow } from '../phone-result.ts';
import type { Blocks } from './blocks.ts';
import { blockId, type Collections, type JobDocument, type Joining } from './documents.ts';
import type { Errands } from './errands.ts';
import type { JobChange, Jobs } from './jobs.ts';
import type { Divided, PartView } from './part-views.ts';
import type { Placing } from './placing.ts';

/** How long a process waits before it looks again whether the leader has carried out what it asked for. */
const LOOK_MS = 100;

export type Joins = ReturnType<typeof joins>;

type Request = Pick<Joining, 'source' | 'afresh' | 'merge' | 'duplicates' | 'skipped'>;

/**
 * Brings phones of one job, or of an upload, into another: part by part, carried on by whoever leads. What is to join stands in the job that they join,
 * so a job that waits for phones is not ended, and the last step is one change of that job.
 */
export function joins(
  collections: Collections,
  jobs: Jobs,
  blocks: Blocks,
  placing: Placing,
  lead: Pick<Errands, 'isReady'>,
) {
  const entry = (request: Request): Joining => ({ ...request, id: newId(), done: -1, rows: 0, before: null });

  /** Changes the joining that comes first in a job, if it still does. */
  const advance = (
    target: JobDocument,
    id: string,
    step: (change: JobChange, joining: Joining) => Promise<void> | void,
  ): Promise<boolean | null> =>
    jobs.change(
      () => jobs.byKey(target.key),
      async (change) => {
        const joining = change.job.joins.find((each) => each.id === id);
        if (joining) await step(change, joining);
        return true;
      },
    );

  const forget = ({ job }: JobChange, id: string): void => {
    job.joins = job.joins.filter((each) => each.id !== id);
  };

  const dropUpload = (key: number): Promise<unknown> =>
    collections.uploads.updateOne({ _id: key, state: 'JOINING' }, { $set: { state: 'DROPPED' } });

  /** Makes a job MERGED; false when it has become something that cannot be merged. Once more does no harm. */
  const ensureMerged = async (
    source: number,
    target: JobDocument,
    by: NonNullable<Joining['merge']>,
  ): Promise<boolean> =>
    (await jobs.change(
      () => jobs.byKey(source),
      (change) => {
        const { job } = change;
        if (job.status === 'MERGED') return job.merged_into === target.number;
        const outcome = merge(job, target.number, by, true);
        if ('refused' in outcome) return false;
        change.apply(outcome);
        return true;
      },
    )) ?? false;

  const sourceOf = async (key: number): Promise<Divided | null> => {
    const upload = await collections.uploads.findOne({ _id: key });
    if (upload) return { key, number: 0, status: 'CREATED', run: 0, main: false, parts: upload.parts };
    const job = await jobs.byKey(key);
    return job && job.status !== 'DELETED' ? job : null;
  };

  const rowsOf = async (source: Divided, part: PartView, afresh: boolean): Promise<PhoneRow[]> => {
    const ids = part.blocks.map(({ block }) => blockId(source.key, part.pass, block));
    const loaded = await blocks.load(ids);
    return ids.flatMap((id) => loaded.get(id)?.block.rows() ?? []).map((row) => broughtRow(row, afresh));
  };

  const finish = async (target: JobDocument, { id, source }: Joining, now: number): Promise<void> => {
    await advance(target, id, async (change, { rows, before, duplicates, skipped }) => {
      const { job } = change;
      const phones = await jobs.phonesOf(job);
      const size = sizeOf(phones.parts);
      job.duplicates += duplicates + Math.max(0, rows - (size - (before ?? size)));
      job.skipped += skipped;
      forget(change, id);
      change.apply(join(job, { ...phones, joining: job.joins.length > 0 }, now));
      if (job.subtype !== 'SUPER_JOB') return;
      const bare = job.parts.filter(({ number }) => number === null);
      let number = bare.length > 0 ? await jobs.take('number', bare.length) : 0;
      for (const head of bare) Object.assign(head, { number: number++, id: newId() });
    });
    await dropUpload(source);
  };

  const step = async (target: JobDocument, joining: Joining, now: number): Promise<void> => {
    const { id, merge } = joining;
    if (target.status === 'DELETED' || (merge && !(await ensureMerged(joining.source, target, merge)))) {
      await advance(target, id, (change) => forget(change, id));
      await dropUpload(joining.source);
      return;
    }
    if (joining.before === null) {
      await advance(target, id, async ({ job }, begun) => {
        begun.before = sizeOf(await jobs.parts.of(job));
      });
      return;
    }
    const source = await sourceOf(joining.source);
    const parts = source ? await jobs.parts.of(source) : [];
    const part = parts.filter(({ key }) => key > joining.done).sort((a, b) => a.key - b.key)[0];
    if (!source || !part) return finish(target, joining, now);
    const rows = await rowsOf(source, part, joining.afresh);
    await placing.place(target, rows);
    await advance(target, id, (_change, moved) => {
      // Not by a process that led before, and did it too.
      if (moved.done >= part.key) return;
      moved.done = part.key;
      moved.rows += rows.length;
    });
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
      const targets = await collections.jobs.find({ 'joins.id': { $exists: true } }).toArray();
      const next = targets.flatMap((target) => target.joins.slice(0, 1).map((joining) => ({ target, joining })));
      const [first] = next.sort((a, b) => (a.joining.id < b.joining.id ? -1 : 1));
      if (!first) return false;
      // Carried out by the leader; whoever asked for it waits.
      if (lead.isReady) await step(first.target, first.joining, now);
      else await pause(LOOK_MS);
      return true;
    },
  };
}
