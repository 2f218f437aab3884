import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';
import { failedJobs } from '../queries/failed-jobs.ts';
import { findJob } from '../queries/find-job.ts';
import { jobPhones, jobRemainder } from '../queries/job-phones.ts';
import { comparePasses } from '../queries/compare-passes.ts';
import { jobPasses } from '../queries/job-passes.ts';
import { jobProgress } from '../queries/job-progress.ts';
import { jobPreflight } from '../queries/job-preflight.ts';
import { jobSources } from '../queries/job-sources.ts';
import { searchJobs } from '../queries/search-jobs.ts';

export function addReadRoutes(app: FastifyInstance, context: JobsContext): void {
  route(app, calls.searchJobs, async ({ body }) => searchJobs(body, context));
  route(app, calls.listJobs, async ({ query: { batch, skip, name, number, createdBy } }) => {
    const { jobs } = await context.store.list({
      jobName: name,
      jobNumber: number,
      createdBy,
      offset: skip,
      limit: batch,
    });
    return jobs.map((job) => presentJob(job, context));
  });
  route(app, calls.findJobs, async ({ query: { batch, skip, nameOrNumber } }) => {
    const { jobs } = await context.store.list({ nameOrNumber, offset: skip, limit: batch });
    return jobs.map((job) => presentJob(job, context));
  });
  route(app, calls.failedJobs, () => failedJobs(context));
  route(app, calls.mainJob, async () => presentJob(await context.store.mainJob(), context));
  route(app, calls.getJob, async ({ params }) => presentJob(await findJob(params.number, context), context));
  route(app, calls.jobPhones, async ({ params, body }) => jobPhones(params.id, body, context));
  route(app, calls.jobPreflight, async ({ params }) => jobPreflight(params.number, context));
  route(app, calls.jobSources, async ({ params }) => jobSources(params.number, context));
  route(app, calls.jobProgress, async ({ params, query }) => jobProgress(params.number, query.pass, context));
  route(app, calls.jobPasses, async ({ params }) => jobPasses(params.number, context));
  route(app, calls.comparePasses, async ({ params, query }) => comparePasses(params.number, query, context));
  route(app, calls.exportJobRemainder, async ({ params, query }) => jobRemainder(params.jobNumber, query, context));
}
