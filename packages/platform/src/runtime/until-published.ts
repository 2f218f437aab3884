import { setTimeout as pause } from 'node:timers/promises';
import { TransientError } from '../errors.ts';

const LOOK_EVERY_MS = 50;
const LIMIT_MS = 30_000;

/** What keeps events until they are on the bus. */
export interface EventKeeper {
  /** Whether an event of one of these keys waits for the bus, however many others do and whichever instance has it to tell. */
  hasUnpublished(keys: readonly string[]): Promise<boolean>;
}

/**
 * Resolves once the events of these keys are on the bus, so that none can reach it behind what is published next.
 * @throws TransientError when some still wait after half a minute
 */
export async function untilPublished(keeper: EventKeeper, keys: readonly string[]): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  while (await keeper.hasUnpublished(keys)) {
    if (performance.now() > until) throw new TransientError('events about it still wait for the bus');
    await pause(LOOK_EVERY_MS);
  }
}
