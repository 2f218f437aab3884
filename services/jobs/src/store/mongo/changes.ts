import type { JobAction } from '@numscope/contracts';
import { code, total } from '../../domain/phone-status.ts';
import { tallyOf } from '../job-row.ts';
import { refusalOf, retryRefusal, type StatusAction, statusAfter } from '../job-rules.ts';
import type { Act, Changed, JobChanges, Refusal } from '../job-store.port.ts';
import { HAS_FAILED, RETRY, WAS_FOUND } from '../phone-result.ts';
import type { Block } from './block.ts';
import type { Blocks } from './blocks.ts';
import { blockId, type JobDocument } from './documents.ts';
import type { JobChange, Jobs } from './jobs.ts';
import type { Joins } from './joins.ts';
import type { Passes } from './passes.ts';

/** Blocks that are changed side by side. */
const BLOCKS_AT_ONCE = 16;

/** Puts what failed of a block back to be asked again; null when nothing did. */
function reopen(block: Block) {
  let reopened = 0;
  for (let index = 0; index < block.size; index++) {
    const { status, flags, sources } = block.stateAt(index);
    if ((status !== code.FAILED && status !== code.FOUND) || (flags & HAS_FAILED) === 0) continue;
    block.set(index, { status: code.PENDING, flags: RETRY | (status === code.FOUND ? WAS_FOUND : 0), sources });
    reopened++;
  }
  return reopened > 0 ? { result: reopened } : null;
}

/** What callers do to jobs. What was handed out of a job that does not run any more counts as pending by itself. */
export function changes(jobs: Jobs, blocks: Blocks, passes: Passes, joins: Joins) {
  const missing = async (ref: string): Promise<Refusal> => {
    const parent = await jobs.byPart(ref);
    return parent ? { refused: 'WRONG_STATE', status: parent.status } : { refused: 'NOT_FOUND' };
  };

  const changeOf = async (ref: string, decide: (change: JobChange) => Promise<Changed>): Promise<Changed> =>
    (await jobs.change(() => jobs.byRef(ref), decide)) ?? missing(ref);

  const play = async (change: JobChange, at: number, by: string): Promise<Refusal | null> => {
    const { job } = change;
    if (job.status === 'DONE' && !job.main) {
      const tally = tallyOf(job, await jobs.parts.of(job));
      if (total(tally) === tally[code.NOT_VALID]) return { refused: 'RERUN_INVALID' };
      job.pass_due ||= tally[code.PENDING] + tally[code.SENT] === 0;
    }
    job.next_run_at = null;
    job.finished_on = null;
    change.setStatus('SCHEDULED', by, at);
    // The main job needs no slot.
    if (job.main) await passes.start(change, at);
    return null;
  };

  const apply = async (change: JobChange, action: StatusAction, { at, by }: Act): Promise<Refusal | null> => {
    if (action === 'PLAY') return play(change, at, by);
    if (action === 'PAUSE') change.job.next_run_at = null;
    if (action === 'STOP' || action === 'CANCEL') passes.end(change, at);
    change.setStatus(statusAfter[action], by, at);
    return null;
  };

  /** Answers how many phones of a job were put back. */
  const reopenFailed = async (job: JobDocument): Promise<number> => {
    let reopened = 0;
    for (const part of await jobs.parts.of(job)) {
      if (!job.main && part.pass !== job.pass) continue;
      const failing = part.blocks.filter((block) => block.failing > 0).map(({ block }) => block);
      while (failing.length > 0) {
        const changed = await Promise.all(
          failing.splice(0, BLOCKS_AT_ONCE).map(async (block) => {
            const outcome = await blocks.change(blockId(job.key, part.pass, block), null, reopen);
            reopened += outcome?.result ?? 0;
            return outcome ? [{ block, stored: outcome.stored }] : [];
          }),
        );
        await blocks.summarise(job, part.pass, changed.flat(), () => jobs.byKey(job.key));
      }
    }
    return reopened;
  };

  return {
    change: (ref: string, action: JobAction, mainJobStoppable: boolean, act: Act): Promise<Changed> =>
      changeOf(ref, async (change) => {
        const { job } = change;
        let refusal = refusalOf(job, action, mainJobStoppable);
        if (!refusal && action !== 'MERGE' && action !== 'UPDATE') refusal = await apply(change, action, act);
        if (refusal) {
          change.events.length = 0;
          return refusal;
        }
        change.emit(act.audit);
        return { job: await jobs.record(job) };
      }),

    update: (ref: string, given: JobChanges, act: Act): Promise<Changed> =>
      changeOf(ref, async (change) => {
        const { job } = change;
        const refusal = refusalOf(job, 'UPDATE', false);
        if (refusal) return refusal;
        const name = given.name ?? job.name;
        Object.assign(job, {
          name,
          folded: name.toLowerCase(),
          iteration: given.iteration ?? job.iteration,
          type: given.type ?? job.type,
          purpose: given.purpose === undefined ? job.purpose : given.purpose,
          schedule: given.schedule === undefined ? job.schedule : given.schedule,
        } satisfies Partial<JobDocument>);
        change.emit(act.audit);
        return { job: await jobs.record(job) };
      }),

    /** First the target waits for the phones, then each source becomes MERGED: what a killed process left of that is done before the first phone moves. */
    async merge(sources: number[], target: number, mainJobStoppable: boolean, act: Act): Promise<Changed & { at?: number }> {
      if (sources.includes(target)) return { refused: 'SELF', at: target };
      const merged: JobDocument[] = [];
      for (const number of new Set(sources)) {
        const job = await jobs.byRef(String(number));
        const refusal = job ? refusalOf(job, 'MERGE', mainJobStoppable) : await missing(String(number));
        if (refusal) return { ...refusal, at: number };
        if (job) merged.push(job);
      }
      const merge = { by: act.by, at: act.at };
      const requests = merged.map(({ key, duplicates, skipped }) => ({ source: key, afresh: false, merge, duplicates, skipped }));
      const outcome = await joins.request(String(target), act, requests);
      const now = await jobs.byRef(String(target));
      if ('refused' in outcome || !now) return 'refused' in outcome ? { ...outcome, at: target } : { refused: 'NOT_FOUND', at: target };
      for (const { key, number } of merged) {
        if (await joins.ensureMerged(key, now, merge)) continue;
        await joins.withdraw(String(target), key);
        const job = await jobs.byRef(String(number));
        return { ...(job ? { refused: 'WRONG_STATE', status: job.status } : { refused: 'NOT_FOUND' }), at: number };
      }
      return outcome;
    },

    async retryFailed(ref: string, act: Act): Promise<Changed> {
      const found = await jobs.byRef(ref);
      if (!found) return missing(ref);
      const reopened = retryRefusal(found) ? 0 : await reopenFailed(found);
      return changeOf(ref, async (change) => {
        const { job } = change;
        const refusal = retryRefusal(job);
        if (refusal) return refusal;
        // Between two passes, too, what failed in the last one comes first.
        if (reopened > 0 && (job.status === 'DONE' || job.pass_due))
          Object.assign(job, { pass_due: false, next_run_at: null, finished_on: null });
        if (reopened > 0 && job.status === 'DONE') change.setStatus('SCHEDULED', act.by, act.at);
        change.emit(act.audit);
        return { job: await jobs.record(job) };
      });
    },
  };
}
