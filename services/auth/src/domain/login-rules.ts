import type { LoginLane } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';

/** How long a failure counts, in milliseconds. */
export const windowMs = {
  pair: limits.loginFailureWindowMs,
  address: limits.loginMinuteMs,
  user: limits.loginMinuteMs,
} as const;
export type Counted = keyof typeof windowMs;

/** An attempt that has not ended for so long has ended with its process, and counts as none. */
const UNDER_WAY_MS = 60_000;

/**
 * What is dated further ahead than this was noted by a clock that has gone back since, and counts no more: nobody is
 * kept out for as long as that was.
 */
export const AHEAD_MS = 60_000;

/** How long the addresses from which a user has logged in are remembered, and how many. */
export const KNOWN_MS = 90 * 24 * 3_600_000;
export const KNOWN_ADDRESSES = 50;

/** From which moment on it counts what was noted: failures of each kind, attempts under way, and known addresses. */
export const countsFrom = (now: number) => ({
  pair: now - windowMs.pair,
  address: now - windowMs.address,
  user: now - windowMs.user,
  underWay: now - UNDER_WAY_MS,
  known: now - KNOWN_MS,
});

/** Attempts that count together. */
export interface Count {
  /** When they failed, oldest first; only those that still count. In milliseconds. */
  failures: number[];
  /** Begun and not ended. */
  underWay: number;
}

/** What stands against an attempt, and for it. */
export interface Standing extends Readonly<Record<Counted, Count>> {
  /** This user has logged in from this address before. */
  known: boolean;
  /** A user has that name, as far as earlier attempts told. */
  named: boolean;
  /** When the last attempt at a user was let in that was slowed; 0: none was. */
  slowedAt: number;
}

export type Admission =
  | { admitted: false; retryAfterMs: number }
  /** `gapMs`: it is one of those that are slowed, and so much must lie between it and the last one. */
  | { admitted: true; lane: LoginLane; gapMs: number | null };

const SOON_MS = 1000;

/** How long to wait for a count to come below its limit; null: it is. */
function waitMs({ failures: all, underWay }: Count, limit: number, counts: Counted, now: number): number | null {
  const failures = all.filter((at) => at <= now + AHEAD_MS);
  const oldest = failures.at(-limit);
  if (oldest !== undefined) return oldest + windowMs[counts] - now;
  return failures.length + underWay < limit ? null : SOON_MS;
}

/**
 * Whether a password may be tried now. Who has logged in from an address before is held up there by own failures alone.
 * Others share what an address has, and while a user is tried from many addresses, one attempt a second: an address
 * that has failed lately needs a larger gap for each time that it has, so that the next free moment is somebody's who
 * has not.
 */
export function judge(standing: Standing, now: number): Admission {
  const { pair, address, user, known } = standing;
  const slowedAt = standing.slowedAt > now + AHEAD_MS ? 0 : standing.slowedAt;
  const wait =
    waitMs(pair, limits.loginFailures, 'pair', now) ??
    (known ? null : waitMs(address, limits.addressLoginFailures, 'address', now));
  if (wait !== null) return { admitted: false, retryAfterMs: wait };
  if (known) return { admitted: true, lane: 'KNOWN', gapMs: null };
  const isSlowed = user.failures.length + user.underWay >= limits.userLoginFailures;
  const gapMs = isSlowed ? limits.slowedLoginMs * (1 + pair.failures.length) : null;
  const early = slowedAt + (gapMs ?? 0) - now;
  if (gapMs !== null && early > 0) return { admitted: false, retryAfterMs: early };
  return { admitted: true, lane: pair.failures.length + address.failures.length > 0 ? 'FAILING' : 'NEW', gapMs };
}
