import { setTimeout as wait } from 'node:timers/promises';
import { calls, Job } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { type Api, RefusedError } from './api.ts';

const LOOK_MS = 250;

/** Asks again while nobody answers or the product says that it is not ready; for times in which parts of it are killed. */
export async function retryWhileAway<T>(ask: () => Promise<T>, limitMs = 120_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const refused = error instanceof RefusedError && error.status < 500;
      if (refused || Date.now() > until) throw error;
      await wait(LOOK_MS);
    }
  }
}

/**
 * Resolves when each service that keeps something answers through the gateway, which for some seconds takes one for away that was
 * killed and is back.
 */
export async function allAnswer(api: Api): Promise<void> {
  await Promise.all([
    retryWhileAway(() => api.call(calls.me)),
    retryWhileAway(() => api.call(calls.searchUsers, { body: {} })),
    retryWhileAway(() => api.call(calls.listJobs)),
    retryWhileAway(() => api.call(calls.listWebhooks)),
    retryWhileAway(() => api.call(calls.searchProfiles, { body: { filters: {}, size: 1 } })),
    retryWhileAway(() => api.call(calls.searchAudit, { body: { size: 1 } })),
  ]);
}

/** Resolves with the job once `reached` says so, whatever is killed meanwhile. */
export async function jobGets(api: Api, number: number, reached: (job: Job) => boolean, limitMs: number): Promise<Job> {
  const asked = async (): Promise<Job> =>
    Job.parse(await retryWhileAway(() => api.call(calls.getJob, { params: { number } })));
  const job = await askUntil(asked, reached, { withinMs: limitMs, everyMs: LOOK_MS });
  if (!reached(job)) throw new Error(`job ${number} did not get there: ${JSON.stringify(job)}`);
  return job;
}
