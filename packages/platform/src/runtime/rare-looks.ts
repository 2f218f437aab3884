/** How often a lone instance looks all the same: a wake may be lost, or a process that is gone may have left something. */
const ALONE_MS = 9500;

/** When to look for what other processes wrote: at every turn while there are any, seldom while there are none. */
export class RareLooks {
  readonly #isAlone: () => boolean;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param isAlone - whether nobody but this process can have written */
  constructor(isAlone: () => boolean) {
    this.#isAlone = isAlone;
  }

  /** Asked at each turn; who is told that it is due looks. */
  isDue(): boolean {
    if (this.#isAlone() && performance.now() - this.#lookedAt < ALONE_MS) return false;
    this.looked();
    return true;
  }

  /** It was looked for another reason. */
  looked(): void {
    this.#lookedAt = performance.now();
  }
}
