import { addAll, type Bits, keepCommon, noBits } from './bits.ts';
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
    if (within) this.#hits.set(within);
    else this.#hits.fill(ALL);
    for (const condition of conditions) this.#keep(condition, (term) => sets.get(term) ?? noBits(0));
    return this.#hits;
  }

  #keep(condition: Condition, setOf: (term: string) => Bits): void {
    const [first = [], ...others] = condition;
    if (others.length === 0) for (const term of first) keepCommon(this.#hits, setOf(term));
    else {
      this.#any.fill(NONE);
      for (const terms of condition) {
        this.#all.fill(ALL);
        for (const term of terms) keepCommon(this.#all, setOf(term));
        addAll(this.#any, this.#all);
      }
      keepCommon(this.#hits, this.#any);
    }
  }
}
