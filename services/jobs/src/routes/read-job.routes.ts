import { apiError, calls } from '@numscope/contracts';
import { isService, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';
import { failedJobs } from '../queries/failed-jobs.ts';
import { jobPhones, jobRemainder } from '../queries/job-phones.ts';
import { comparePasses } from '../queries/compare-passes.ts';
import { jobPasses } from '../queries/job-passes.ts';
import { jobProgress } from '../queries/job-progress.ts';
import { jobPreflight } from '../queries/job-preflight.ts';
import { jobSources } from '../queries/job-sources.ts';
import { searchJobs } from '../queries/search-jobs.ts';
import { namedJob, nameJob } from './named-jobs.ts';

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
  route(app, calls.mainJob, async ({ identity }) => {
    const main = await context.store.mainJob();
    // What is imported belongs to it still; for everybody else it is gone, as any deleted job.
    if (main.status === 'DELETED' && !(identity && isService(identity))) throw apiError('NOT_FOUND');
    return presentJob(main, context);
  });
  route(app, calls.getJob, async (call) => presentJob(await namedJob(call, call.params.number, context), context));
  route(app, calls.jobPhones, async (call) =>
    jobPhones(await nameJob(call, call.params.id, context), call.body, context),
  );
  route(app, calls.jobPreflight, async (call) =>
    jobPreflight(await namedJob(call, call.params.number, context), context),
  );
  route(app, calls.jobSources, async (call) => jobSources(await namedJob(call, call.params.number, context), context));
  route(app, calls.jobProgress, async (call) =>
    jobProgress(await namedJob(call, call.params.number, context), call.query.pass, context),
  );
  route(app, calls.jobPasses, async (call) => jobPasses(await namedJob(call, call.params.number, context)));
  route(app, calls.comparePasses, async (call) =>
    comparePasses(await namedJob(call, call.params.number, context), call.query, context),
  );
  route(app, calls.exportJobRemainder, async (call) =>
    jobRemainder(await nameJob(call, call.params.jobNumber, context), call.query, context),
  );
}
