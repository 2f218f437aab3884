import { limits } from '@numscope/contracts';
import type { DueDelivery, Settlement } from './webhook-store.port.ts';

const FIRST_MS = 5000;
const MOST_MS = 3_600_000;

/**
 * Milliseconds until the next attempt: doubling from 5 s to an hour, less up to a quarter by `chance` (0 to 1), so that
 * what failed together does not come back together.
 */
function retryMs(attempts: number, chance: number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (1 - chance / 4));
}

/** What becomes of a delivery after an attempt: it arrived, it is tried again, or after a day it is given up. */
export function afterAttempt(
  { attempts, queuedAt }: Pick<DueDelivery, 'attempts' | 'queuedAt'>,
  { ok, status, reason }: { ok: boolean; status: number | null; reason: string | null },
  now: number,
  chance: number,
): Settlement {
  const made = attempts + 1;
  const nextAt = now + retryMs(made, chance);
  const settled = { attempts: made, at: now, nextAt, status, reason };
  if (ok) return { ...settled, state: 'DELIVERED' };
  return { ...settled, state: nextAt - queuedAt >= limits.deliveryTriedMs ? 'DEAD' : 'PENDING' };
}
