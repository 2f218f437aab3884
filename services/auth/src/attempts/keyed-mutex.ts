import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Lets work of the same key run one after the other: attempts at one account from one address are counted before the
 * next begins, so that right ones at once are not taken for failures.
 */
export class KeyedMutex {
  readonly #limits = new Map<string, LimitFunction>();

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limit = this.#limits.get(key) ?? pLimit(1);
    this.#limits.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.pendingCount === 0 && limit.activeCount <= 1) this.#limits.delete(key);
    }
  }
}
