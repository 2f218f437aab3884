import { setTimeout as pause } from 'node:timers/promises';
import { TransientError } from '../errors.ts';
import type { OutboxSource } from './outbox-relay.ts';

/** As many as the relay sends at once: where more wait, the last of them are not at hand. */
const COMMITS = 16;
const LOOK_EVERY_MS = 50;
const LIMIT_MS = 30_000;

/**
 * Resolves once no event of this key waits in an outbox, so that none can reach the bus behind what is published next.
 * @throws TransientError when some still wait after half a minute
 */
export async function untilTold(source: Pick<OutboxSource, 'pendingEvents'>, key: string): Promise<void> {
  const until = Date.now() + LIMIT_MS;
  for (;;) {
    const waiting = await source.pendingEvents(COMMITS);
    const isTold = waiting.length < COMMITS && !waiting.some(({ events }) => events.some((event) => event.key === key));
    if (isTold) return;
    if (Date.now() > until) throw new TransientError('events about it still wait for the bus');
    await pause(LOOK_EVERY_MS);
  }
}
