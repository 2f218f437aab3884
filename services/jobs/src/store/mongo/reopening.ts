import { againOf, hasBegun } from '../../domain/passes.ts';
import { code } from '../../domain/phone-status.ts';
import { retryFailed, retryRefusal } from '../../domain/job.ts';
import { flagsAgain } from '../asked-again.ts';
import type { Act, Changed } from '../job-store.port.ts';
import { HAS_FAILED } from '../phone-result.ts';
import type { JobDocument, PartHead } from './documents.ts';
import { isReopening, type Jobs } from './jobs.ts';
import { open } from './parts.ts';
import { idsOfPart } from './phone-id.ts';

/** Longer than opening the phones of a job again lasts: whoever began it is gone. */
const LEFT_MS = 60_000;

export type Reopening = ReturnType<typeof reopening>;

/**
 * Has what failed asked again: first the job says so, with all that becomes of it, then its phones are opened. Until that is done the job neither starts
 * nor ends; what a killed process left of it the leader does.
 */
export function reopening(jobs: Jobs) {
  const { phones } = jobs;

  const failedIn = (job: JobDocument, part: PartHead, status: number) => ({
    job: job.key,
    status,
    run: 0,
    _id: idsOfPart(job, part),
    flags: HAS_FAILED,
  });

  /** Has the parts counted from now on in which some source failed for a phone. @returns how many phones that are */
  const openParts = async (job: JobDocument): Promise<number> => {
    let failed = 0;
    for (const part of job.parts) {
      if (!hasBegun(job, part)) continue;
      const here =
        (await phones.all.countDocuments(failedIn(job, part, code.FAILED))) +
        (await phones.all.countDocuments(failedIn(job, part, code.FOUND)));
      if (here > 0) open(part, Date.now());
      failed += here;
    }
    return failed;
  };

  /** Does what the job says, unless it was ended or others took it over meanwhile. */
  const openPhones = async (job: JobDocument): Promise<void> => {
    const isOurs = async (): Promise<boolean> => (await jobs.byKey(job.key))?.reopening === job.reopening;
    for (const part of job.parts) {
      if (part.tally !== null || !hasBegun(job, part)) continue;
      if (!(await isOurs())) return;
      for (const status of [code.FAILED, code.FOUND])
        await phones.all.updateMany(failedIn(job, part, status), {
          $set: { status: code.PENDING, flags: flagsAgain(status) },
        });
    }
    await jobs.change(job.key, (change) => {
      if (change.job.reopening === job.reopening) change.job.reopening = null;
    });
  };

  return {
    async retryFailed(ref: string, act: Act): Promise<Changed> {
      const outcome = await jobs.decide(ref, act, async (job) => {
        const refusal = retryRefusal(job);
        if (refusal) return refusal;
        const failed = await openParts(job);
        if (failed > 0) job.reopening = Date.now();
        return retryFailed(job, failed + againOf(job, await jobs.partsOf(job)), act);
      });
      const asked = 'refused' in outcome ? null : await jobs.byRef(ref);
      if (!asked || !isReopening(asked)) return outcome;
      await openPhones(asked);
      const job = await jobs.byRef(ref);
      return job ? { job: await jobs.record(job) } : jobs.missing(ref);
    },

    /** Does what another process left. */
    async takeOver(found: JobDocument): Promise<void> {
      const isLeft = ({ reopening: at = null }: JobDocument): boolean => at !== null && Date.now() - at > LEFT_MS;
      if (!isReopening(found) || !isLeft(found)) return;
      const taken = await jobs.change(found.key, async ({ job }) => {
        if (!isLeft(job)) return null;
        await openParts(job);
        job.reopening = Date.now();
        return job;
      });
      if (taken) await openPhones(taken);
    },
  };
}
