import { yieldEvery } from '@numscope/platform';
import pLimit from 'p-limit';

/**
 * The long works of one process, in slices of some milliseconds and one after another: several at once would each take
 * a slice before anybody else got a turn.
 */
export class Slices {
  readonly #pace = yieldEvery();
  readonly #oneAtATime = pLimit(1);

  /** Rejects with the first fault of `work`; the next work begins all the same. */
  forEach<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
    return this.#oneAtATime(async () => {
      for (const item of items) {
        await this.#pace();
        work(item);
      }
    });
  }
}
