import type { Consumer, EventBus } from '@numscope/platform';
import type { Desk } from '../asking/desk.ts';

/** Keeps in mind which jobs run, and lets go of the queued numbers of those that stopped. */
export const followJobStatus = (desk: Desk, bus: EventBus): Promise<Consumer> =>
  bus.subscribe({
    topic: 'job.status-changed',
    group: 'sources',
    async handle(events) {
      const heard = events.map(({ data: { id, run, to } }) => ({ id, run, status: to }));
      for (const job of heard) desk.jobs.hear(job);
      for (const runner of desk.runners.values()) runner.sweep();
      await desk.store.noteJobs(heard);
    },
  });
