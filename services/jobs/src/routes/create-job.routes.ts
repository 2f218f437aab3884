import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { createJobByRange } from '../commands/create-job-by-range.ts';
import { createJobFromFile } from '../commands/create-job-from-file.ts';
import { actOf, type JobsContext } from '../jobs-context.ts';
import { presentJob } from '../presenters/job.ts';

export function addCreateRoutes(app: FastifyInstance, context: JobsContext): void {
  route(app, calls.createJobFromFile, async (call) => {
    const job = await createJobFromFile(call.request, context, (form) => {
      call.audit.add(form);
      return actOf(call, context);
    });
    context.committed();
    return presentJob(job, context);
  });

  route(app, calls.createJobByRange, async (call) =>
    presentJob(await createJobByRange(call.body, context, () => actOf(call, context)), context),
  );
}
