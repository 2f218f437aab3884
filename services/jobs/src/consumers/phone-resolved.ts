import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';
import { noteAbsorbed, RESULTS_AT_ONCE } from './note-absorbed.ts';

/** What sources said of phones: NOT_FOUND and FAILED are final by it, FOUND with the profile. */
export const consumePhoneResolved = (context: JobsContext): Promise<Consumer> =>
  context.bus.subscribe({
    topic: 'phone.resolved',
    group: 'jobs',
    batchSize: RESULTS_AT_ONCE,
    async handleTexts(texts) {
      noteAbsorbed(await context.store.resolved(texts, context.kit.clock.now()), context);
    },
  });
