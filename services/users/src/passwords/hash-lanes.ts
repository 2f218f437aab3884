import { availableParallelism } from 'node:os';
import { apiError, limits } from '@numscope/contracts';
import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Each hash has a thread of the pool that also reads files, of which there are four, and a processor of its own; one is
 * left to everything else.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));

/** All hashes of this process, whatever they are for. */
const hashes = pLimit(AT_ONCE);

const RETRY_S = 1;
const tooMany = () => apiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_S });

/**
 * Where those wait who want a password hashed for one purpose. A lane takes no more of the few places than the others
 * that have somebody waiting, so that a flood of one kind keeps out no other.
 */
export class HashLane {
  readonly #own: LimitFunction = pLimit(AT_ONCE);
  readonly #waitMs: number;

  constructor(waitMs: number = limits.passwordWaitMs) {
    this.#waitMs = waitMs;
  }

  /**
   * Runs `work`, which hashes, when its turn comes.
   * @throws ApiError TOO_MANY_REQUESTS at once when too many wait; later when its turn came too late, so that on a slow
   * machine the line moves on before the callers' own time is up
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#own.pendingCount >= limits.passwordChecksWaiting) throw tooMany();
    const begun = performance.now();
    const inTime = (): Promise<T> => (performance.now() - begun > this.#waitMs ? Promise.reject(tooMany()) : work());
    return this.#own(() => hashes(inTime));
  }
}

/** What passwords are hashed for. */
export const hashLanes = {
  KNOWN: new HashLane(),
  NEW: new HashLane(),
  FAILING: new HashLane(),
  /** A user's own new one. */
  OWN: new HashLane(),
  /** Users made and changed by administrators. */
  USERS: new HashLane(),
} as const;
