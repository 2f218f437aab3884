import { apiError, type Job, type JobFilter, type Page, toPage } from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';
import { sortFields } from '../store/sort-fields.ts';

/** @throws ApiError INVALID for a field that jobs cannot be sorted by */
export async function searchJobs(filter: JobFilter, context: JobsContext): Promise<Page<Job>> {
  const { page, size, ...rest } = filter;
  if (rest.sort && !(rest.sort.field in sortFields))
    throw apiError('INVALID', { details: [{ field: 'sort.field', message: `must be one of ${Object.keys(sortFields).join(', ')}` }] });
  const { jobs, total } = await context.store.list({ ...rest, offset: page * size, limit: size });
  return toPage(
    jobs.map((job) => presentJob(job, context)),
    total,
    filter,
  );
}
