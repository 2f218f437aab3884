import { setTimeout as pause } from 'node:timers/promises';
import { TransientError } from '../errors.ts';
import type { OutboxSource } from './outbox-relay.ts';

/** As many as the relay sends at once: where more wait, the last of them are not at hand. */
const COMMITS = 16;
const LOOK_EVERY_MS = 50;
const LIMIT_MS = 30_000;

/** Whether no event of this key waits in an outbox; where more wait than are at hand, it may be among those. */
export async function isTold(source: Pick<OutboxSource, 'pendingEvents'>, key: string): Promise<boolean> {
  const waiting = await source.pendingEvents(COMMITS);
  return waiting.length < COMMITS && !waiting.some(({ events }) => events.some((event) => event.key === key));
}

/**
 * Resolves once events are on the bus, so that none can reach it behind what is published next.
 * @throws TransientError when some still wait after half a minute
 */
export async function untilTold(isDone: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + LIMIT_MS;
  while (!(await isDone())) {
    if (Date.now() > until) throw new TransientError('events about it still wait for the bus');
    await pause(LOOK_EVERY_MS);
  }
}
