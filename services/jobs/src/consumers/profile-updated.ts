import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';
import { noteAbsorbed, RESULTS_AT_ONCE } from './note-absorbed.ts';

/** The profile of a found phone is searchable: with it the phone is final. */
export const consumeProfileUpdated = (context: JobsContext): Promise<Consumer> =>
  context.bus.subscribe({
    topic: 'profile.updated',
    group: 'jobs',
    batchSize: RESULTS_AT_ONCE,
    async handleTexts(texts) {
      noteAbsorbed(await context.store.profiled(texts, context.kit.clock.now()), context);
    },
  });
