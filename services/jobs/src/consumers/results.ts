import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';

/** Results taken in with one commit: it costs less the more of them share it. */
const RESULTS_AT_ONCE = 1000;

/** Takes results in, and has handed out what there is room for then. */
const consumeResults = (
  { bus, store, kit, measured, committed, dispatcher }: JobsContext,
  topic: 'phone.resolved' | 'profile.updated',
  take: 'resolved' | 'profiled',
): Promise<Consumer> =>
  bus.subscribe({
    topic,
    group: 'jobs',
    batchSize: RESULTS_AT_ONCE,
    async handleTexts(texts) {
      const { finals, became, statusChanged } = await store[take](texts, kit.clock.now());
      if (finals.length > 0) measured.becameFinal(became);
      if (statusChanged) committed();
      else if (finals.length > 0) dispatcher.resultsCame();
    },
  });

/** What sources said of phones: NOT_FOUND and FAILED are final by it, FOUND with the profile. */
export const consumePhoneResolved = (context: JobsContext): Promise<Consumer> =>
  consumeResults(context, 'phone.resolved', 'resolved');

/** The profile of a found phone is searchable: with it the phone is final. */
export const consumeProfileUpdated = (context: JobsContext): Promise<Consumer> =>
  consumeResults(context, 'profile.updated', 'profiled');
