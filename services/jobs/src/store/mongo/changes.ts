import { change, type JobChanges, merge, retryFailed, retryRefusal, update } from '../../domain/job.ts';
import { wrongState } from '../../domain/job-state.ts';
import { hasBegun } from '../../domain/passes.ts';
import { code } from '../../domain/phone-status.ts';
import type { StatusAction } from '../../domain/status-table.ts';
import type { Act, Changed } from '../job-store.port.ts';
import { HAS_FAILED, RETRY, WAS_FOUND } from '../phone-result.ts';
import type { Block } from './block.ts';
import type { Blocks } from './blocks.ts';
import { blockId, type JobDocument } from './documents.ts';
import type { Jobs } from './jobs.ts';
import type { Joins } from './joins.ts';

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
export function changes(jobs: Jobs, blocks: Blocks, joins: Joins) {
  /** Answers how many phones of a job were put back. */
  const reopenFailed = async (job: JobDocument): Promise<number> => {
    let reopened = 0;
    for (const part of await jobs.parts.of(job)) {
      if (!hasBegun(job, part)) continue;
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
    change: (ref: string, action: StatusAction, mainJobStoppable: boolean, act: Act): Promise<Changed> =>
      jobs.decide(ref, act, async (job) => change(job, action, await jobs.phonesOf(job), act, mainJobStoppable)),

    update: (ref: string, given: JobChanges, act: Act): Promise<Changed> =>
      jobs.decide(ref, act, (job) => update(job, given)),

    /** First the target waits for the phones, then each source becomes MERGED: what a killed process left of that is done before the first phone moves. */
    async merge(
      sources: number[],
      target: number,
      mainJobStoppable: boolean,
      act: Act,
    ): Promise<Changed & { at?: number }> {
      if (sources.includes(target)) return { refused: 'SELF', at: target };
      const merged: JobDocument[] = [];
      for (const number of new Set(sources)) {
        const job = await jobs.byRef(String(number));
        const outcome = job ? merge(job, target, act, mainJobStoppable) : await jobs.missing(String(number));
        if ('refused' in outcome) return { ...outcome, at: number };
        if (job) merged.push(job);
      }
      const by = { by: act.by, at: act.at };
      const requests = merged.map(({ key, duplicates, skipped }) => ({
        source: key,
        afresh: false,
        merge: by,
        duplicates,
        skipped,
      }));
      const outcome = await joins.request(String(target), act, requests);
      const now = await jobs.byRef(String(target));
      if ('refused' in outcome || !now)
        return 'refused' in outcome ? { ...outcome, at: target } : { refused: 'NOT_FOUND', at: target };
      for (const { key, number } of merged) {
        if (await joins.ensureMerged(key, now, by)) continue;
        await joins.withdraw(String(target), key);
        const job = await jobs.byRef(String(number));
        return { ...(job ? wrongState(job.status) : { refused: 'NOT_FOUND' }), at: number };
      }
      return outcome;
    },

    async retryFailed(ref: string, act: Act): Promise<Changed> {
      const found = await jobs.byRef(ref);
      if (!found) return jobs.missing(ref);
      const reopened = retryRefusal(found) ? 0 : await reopenFailed(found);
      return jobs.decide(ref, act, (job) => retryFailed(job, reopened, act));
    },
  };
}
