/**
 * Lets so many be under way at once: whoever finds room begins without waiting for anything, the others in the order in
 * which they came.
 */
export class Turns {
  readonly #most: number;
  readonly #waiting: Array<() => void> = [];
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when one more may begin, which must `end`; null: at once. */
  begin(): Promise<void> | null {
    if (this.#underWay === this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#underWay++;
    return null;
  }

  /** One is over: the next has its turn. */
  end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay--;
  }
}
