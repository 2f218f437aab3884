import { type Job, type JobFilter, type Page, toPage } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';

export async function searchJobs(filter: JobFilter, context: JobsContext): Promise<Page<Job>> {
  const { page, size, ...rest } = filter;
  const { jobs, total } = await context.store.list({ ...rest, offset: page * size, limit: size });
  return toPage(
    jobs.map((job) => presentJob(job, context)),
    total,
    filter,
  );
}
