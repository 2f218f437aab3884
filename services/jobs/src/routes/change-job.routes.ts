import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { mergeJobs } from '../commands/merge-jobs.ts';
import { refreshPhone } from '../commands/refresh-phone.ts';
import { retryFailed } from '../commands/retry-failed.ts';
import { setJobStatus } from '../commands/set-job-status.ts';
import { patchJob, updateJob } from '../commands/update-job.ts';
import { actOf, type JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';
import { nameJob, nameJobs } from './named-jobs.ts';

export function addChangeRoutes(app: FastifyInstance, context: JobsContext): void {
  route(app, calls.setJobStatus, async (call) => {
    const { number, jobStatus } = call.params;
    await nameJob(call, number, context);
    return presentJob(await setJobStatus(number, jobStatus, context, actOf(call, context)), context);
  });
  route(app, calls.setJobStatusById, async (call) => {
    const { jobId, status } = call.params;
    await nameJob(call, jobId, context);
    return presentJob(await setJobStatus(jobId, status, context, actOf(call, context)), context);
  });
  route(app, calls.updateJob, async (call) => {
    const { number } = call.params;
    await nameJob(call, number, context);
    return presentJob(await updateJob(number, call.body, context, () => actOf(call, context)), context);
  });
  route(app, calls.patchJob, async (call) => {
    const { id } = call.params;
    await nameJob(call, id, context);
    return presentJob(await patchJob(id, call.body, context, () => actOf(call, context)), context);
  });
  route(app, calls.mergeJobs, async (call) => {
    const { sourceNumbers, targetNumber } = call.body;
    await nameJobs(call, [targetNumber, ...sourceNumbers], context);
    return presentJob(await mergeJobs(call.body, context, actOf(call, context)), context);
  });
  route(app, calls.retryFailed, async (call) => {
    const { number } = call.params;
    await nameJob(call, number, context);
    return presentJob(await retryFailed(number, context, actOf(call, context)), context);
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
