import { isAway } from '@numscope/adapters/mongo';
import { say } from '@numscope/mains';
import { reasonOf, retry, TransientError } from '@numscope/platform';

/** Does it again while an engine is away or taken, for two minutes at most: it must do no harm twice. */
export const retryWhileAway = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, {
    withinMs: 120_000,
    pauseMs: () => 1000,
    again: (error) => error instanceof TransientError || isAway(error),
    onRetry: (error) => say(`tried again: ${reasonOf(error)}`),
  });
