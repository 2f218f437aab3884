import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';

/** A profile is gone: jobs do not say any more that they found it, and keep nothing of what was said. */
export const consumeProfileDeleted = ({ bus, store }: JobsContext): Promise<Consumer> =>
  bus.subscribe({
    topic: 'profile.deleted',
    group: 'jobs',
    handleTexts: (texts) => store.profilesDeleted(texts),
  });
