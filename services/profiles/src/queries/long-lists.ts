import { Admission, type Identity } from '@numscope/platform';
import pLimit from 'p-limit';

/** Longer lists come from a database in several pieces, which are all kept until the last is there. */
const SHORT = 200;
/** Lists of one caller, where others have none: further ones wait, or are refused beyond this. */
const OF_CALLER = 32;
const AT_ONCE = 4;

/**
 * Reads long lists of profiles, few at once: each stands in memory as a whole before it is answered. What waits for its
 * turn is no more than what was asked for.
 */
export class LongLists {
  readonly #admission = new Admission(OF_CALLER);
  readonly #few = pLimit(AT_ONCE);

  /**
   * What `work` reads, at once where that is a short list.
   * @param most profiles that it may find
   * @throws ApiError TOO_MANY_REQUESTS when the caller, or all together, have many such lists under way
   */
  async read<T>(identity: Identity | null, most: number, work: () => Promise<T>): Promise<T> {
    return most <= SHORT ? work() : this.#admission.pass(identity?.userId ?? '', () => this.#few(work));
  }
}
