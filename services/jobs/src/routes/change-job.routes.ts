import { type Call, calls } from '@numscope/contracts';
import { type CallContext, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { mergeJobs } from '../commands/merge-jobs.ts';
import { refreshPhone } from '../commands/refresh-phone.ts';
import { retryFailed } from '../commands/retry-failed.ts';
import { setJobStatus } from '../commands/set-job-status.ts';
import { patchJob, updateJob } from '../commands/update-job.ts';
import { actOf, type JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { nameJob, nameJobs } from './named-jobs.ts';

export function addChangeRoutes(app: FastifyInstance, context: JobsContext): void {
  /** Answers a job that a call changes, whose entry tells how it is called. */
  const changing = async (call: CallContext<Call>, ref: string, change: (act: () => Act) => Promise<JobRecord>) => {
    await nameJob(call, ref, context);
    return presentJob(await change(() => actOf(call, context)), context);
  };

  route(app, calls.setJobStatus, (call) => {
    const { number, jobStatus } = call.params;
    return changing(call, number, (act) => setJobStatus(number, jobStatus, context, act()));
  });
  route(app, calls.setJobStatusById, (call) => {
    const { jobId, status } = call.params;
    return changing(call, jobId, (act) => setJobStatus(jobId, status, context, act()));
  });
  route(app, calls.updateJob, (call) => {
    const { number } = call.params;
    return changing(call, number, (act) => updateJob(number, call.body, context, act));
  });
  route(app, calls.patchJob, (call) => {
    const { id } = call.params;
    return changing(call, id, (act) => patchJob(id, call.body, context, act));
  });
  route(app, calls.retryFailed, (call) => {
    const { number } = call.params;
    return changing(call, number, (act) => retryFailed(number, context, act()));
  });
  route(app, calls.mergeJobs, async (call) => {
    const { sourceNumbers, targetNumber } = call.body;
    await nameJobs(call, [targetNumber, ...sourceNumbers], context);
    return presentJob(await mergeJobs(call.body, context, actOf(call, context)), context);
  });

  route(app, calls.requestRefresh, async (call) => refreshPhone(call.body, context));
  route(app, calls.jobsOfPhone, ({ body }) => context.store.jobsOfPhone(body.phone));
  route(app, calls.eraseFromJobs, async ({ body }) => {
    const jobPhones = await context.store.erase(body.phone, context.kit.clock.now());
    context.committed();
    return { removed: { jobPhones } };
  });
  route(app, calls.countOldJobs, ({ body }) => context.store.countEnded(body.before));
  route(app, calls.removeOldJobs, async ({ body: { before, limit } }) => {
    const removed = await context.store.retire(before, limit, context.kit.clock.now());
    context.carrier.remove();
    context.committed();
    return { removed, more: removed === limit };
  });
  route(app, calls.scrubJobs, () => context.store.scrub());
}
