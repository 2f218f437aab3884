import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach } from '@jest/globals';

const CHANNEL = 'undici:request:create';

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/**
 * When each request of this process begins from here on until the test ends, in milliseconds of a steady clock. Between
 * two that arrive lies what the machine makes of it: one that was held up on its way comes with the next.
 */
export function beginnings(): number[] {
  const times: number[] = [];
  const note = (): void => void times.push(performance.now());
  subscribe(CHANNEL, note);
  open.push(() => unsubscribe(CHANNEL, note));
  return times;
}
