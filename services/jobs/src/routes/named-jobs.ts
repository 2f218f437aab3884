import type { CallContext } from '@numscope/platform';
import type { Call } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';

/** More jobs at once are told by their numbers alone; an entry would cut the list anyway. */
const MOST_NAMED = 20;

/**
 * Adds to a call's audit entry how its job is called: an id or a number alone says little to who reads the trail, and
 * nothing once the job is gone.
 */
export const noteJob = (call: CallContext<Call>, { number, name }: { number: number; name: string }): void =>
  call.audit.add({ jobNumber: number, jobName: name });

/**
 * The same of a job that is not read yet.
 * @returns the id or number that the job was asked for by
 */
export async function nameJob(call: CallContext<Call>, ref: string, { store }: JobsContext): Promise<string> {
  const job = await store.find(ref);
  if (job) noteJob(call, job);
  return ref;
}

/** The same for some jobs, as `5 Name`. */
export async function nameJobs(
  call: CallContext<Call>,
  numbers: readonly number[],
  { store }: JobsContext,
): Promise<void> {
  const jobs = await Promise.all(numbers.slice(0, MOST_NAMED).map((number) => store.find(String(number))));
  call.audit.add({ jobNames: jobs.flatMap((job) => (job ? [`${job.number} ${job.name}`] : [])) });
}
