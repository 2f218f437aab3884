import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Lets work of the same key run one after the other: attempts at one account from one address are counted before the
 * next begins, so that right ones at once are not taken for failures.
 */
export class Turns {
  readonly #lines = new Map<string, LimitFunction>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? pLimit(1);
    this.#lines.set(key, line);
    try {
      return await line(work);
    } finally {
      if (line.pendingCount === 0 && line.activeCount <= 1) this.#lines.delete(key);
    }
  }
}
