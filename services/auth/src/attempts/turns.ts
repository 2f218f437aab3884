import { apiError } from '@numscope/contracts';
import pLimit, { type LimitFunction } from 'p-limit';

/** A person's are one or two; each of the waiting holds a request open. */
const WAITING = 24;
const RETRY_S = 1;

/**
 * Lets work of the same key run one after the other: attempts at one account from one address are counted before the next begins, so that right ones at once
 * are not taken for failures.
 */
export class Turns {
  readonly #lines = new Map<string, LimitFunction>();

  /** @throws ApiError TOO_MANY_REQUESTS at once when too many wait */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? pLimit(1);
    if (line.pendingCount >= WAITING) throw apiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_S });
    this.#lines.set(key, line);
    try {
      return await line(work);
    } finally {
      if (line.pendingCount === 0 && line.activeCount <= 1) this.#lines.delete(key);
    }
  }
}
