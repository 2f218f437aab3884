import { addAll, type Bits, fillCommon, keepCommon, noBits } from './bits.ts';
import type { Condition } from './match-expression.ts';

const [NONE, ALL] = [0, -1];

/** Where sets of terms are put together; kept, because making room takes longer than the work. */
export class FittingBits {
  readonly #hits: Bits;
  readonly #any: Bits;
  readonly #all: Bits;

  /** @param most how many documents there are */
  constructor(most: number) {
    this.#hits = noBits(most);
    this.#any = noBits(most);
    this.#all = noBits(most);
  }

  /**
   * The documents that fit all these conditions; true until the next question.
   * @param within of these
   */
  of(conditions: readonly Condition[], sets: ReadonlyMap<string, Bits>, within?: Bits): Bits {
    const setsOf = (terms: readonly string[]): Bits[] => terms.map((term) => sets.get(term) ?? noBits(0));
    const needed = conditions.flatMap(([terms = [], ...others]) => (others.length === 0 ? setsOf(terms) : []));
    if (within) needed.push(within);
    if (needed.length > 0) fillCommon(this.#hits, needed);
    else this.#hits.fill(ALL);
    for (const choices of conditions) if (choices.length > 1) keepCommon(this.#hits, this.#anyOf(choices.map(setsOf)));
    return this.#hits;
  }

  #anyOf(choices: ReadonlyArray<readonly Bits[]>): Bits {
    this.#any.fill(NONE);
    for (const choice of choices) {
      fillCommon(this.#all, choice);
      addAll(this.#any, this.#all);
    }
    return this.#any;
  }
}
