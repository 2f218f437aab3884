import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../product/installation.ts';

const MINUTE_MS = 60_000;

const preload = `--import ${join(root, 'e2e/src/clock/fast-clock-preload.ts')}`;

/** The environment of a product for which it is later by so many milliseconds; each start may have another. */
export const laterClock = (aheadMs: number): Record<string, string> => ({
  NODE_OPTIONS: preload,
  CLOCK_AHEAD: String(aheadMs),
});

/** The time of day of a product for which it goes faster: what waits for the next minute waits for a part of it. */
export interface FastClock {
  /** For the product's environment; the same after each start. */
  env: Record<string, string>;
  /** What the product takes the time for, in milliseconds since the epoch. */
  now(): number;
  /** Resolves when a minute of the product begins. */
  nextMinute(): Promise<void>;
}

/** Only what waits for a moment of the day goes faster; timers and time limits go on as they are. */
export function fastClock(speed: number): FastClock {
  const since = Date.now();
  const now = (): number => Math.floor(since + (Date.now() - since) * speed);
  return {
    env: {
      NODE_OPTIONS: preload,
      CLOCK_SPEED: String(speed),
      CLOCK_SINCE: String(since),
    },
    now,
    async nextMinute() {
      const at = now();
      const minute = Math.floor(at / MINUTE_MS);
      while (Math.floor(now() / MINUTE_MS) === minute) await pause((MINUTE_MS - (now() % MINUTE_MS)) / speed + 1);
    },
  };
}
