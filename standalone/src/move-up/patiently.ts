import { setTimeout as wait } from 'node:timers/promises';
import { isAway } from '@numscope/adapters/mongo';
import { reasonOf, TransientError } from '@numscope/platform';
import { say } from '@numscope/mains';

const PATIENCE_MS = 120_000;
const PAUSE_MS = 1000;

/** Does it again while an engine is away or taken, for two minutes at most: it must do no harm twice. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransientError || isAway(error)) || Date.now() > until) throw error;
      say(`tried again: ${reasonOf(error)}`);
      await wait(PAUSE_MS);
    }
  }
}
