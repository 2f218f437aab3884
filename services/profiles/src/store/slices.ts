import { breathe } from '@numscope/platform';

/**
 * The long works of one process, in slices of some milliseconds and one after another: several at once would each take a slice before anybody else got
 * a turn.
 */
export class Slices {
  readonly #pace = breathe();
  #last: Promise<unknown> = Promise.resolve();

  /** Rejects with the first fault of `work`; the next work begins all the same. */
  forEach<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
    const run = this.#last.then(async () => {
      for (const item of items) {
        await this.#pace();
        work(item);
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }
}
