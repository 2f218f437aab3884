import type { CallContext } from '@numscope/platform';
import type { Call } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import { findJob } from '../queries/find-job.ts';
import type { JobRecord } from '../store/job-store.port.ts';

/** More jobs at once are told by their numbers alone; an entry would cut the list anyway. */
const MOST_NAMED = 20;

/**
 * Adds to a call's audit entry how its job is called: an id or a number alone says little to who reads the trail, and
 * nothing once the job is gone.
 */
const noteJob = (call: CallContext<Call>, { number, name }: JobRecord): void =>
  call.audit.add({ jobNumber: number, jobName: name });

/** The job that a call reads, noted in its entry. @throws ApiError NOT_FOUND */
export async function namedJob(call: CallContext<Call>, ref: string, context: JobsContext): Promise<JobRecord> {
  const job = await findJob(ref, context);
  noteJob(call, job);
  return job;
}

/**
 * Notes the job of a call that finds it by itself.
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
