import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';
import { noteAbsorbed } from './note-absorbed.ts';

/** What sources said of phones: NOT_FOUND and FAILED are final by it, FOUND with the profile. */
export const followPhoneResolved = (context: JobsContext): Promise<Consumer> =>
  context.bus.subscribe({
    topic: 'phone.resolved',
    group: 'jobs',
    async handle(events) {
      const list = events.map(({ data: { phone, job, status, sources } }) => ({ jobId: job.id, pass: job.pass, phone, status, sources }));
      noteAbsorbed(await context.store.resolved(list, context.kit.clock.now()), context);
    },
  });
