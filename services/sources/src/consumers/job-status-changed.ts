import type { Consumer, EventBus } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';

/** Keeps in mind which jobs run, and lets go of the queued numbers of those that stopped. */
export const consumeJobStatus = (context: AskingContext, bus: EventBus): Promise<Consumer> =>
  bus.subscribe({
    topic: 'job.status-changed',
    group: 'sources',
    async handle(events) {
      const heard = events.map(({ data: { id, run, to } }) => ({ id, run, status: to }));
      for (const job of heard) context.jobs.hear(job);
      for (const runner of context.runners.values()) runner.sweep();
      await context.store.noteJobs(heard);
    },
  });
