/**
 * So many may do something at the same time; the others wait for their turn, first come first served. Thousands of calls
 * a second pass here, almost always with room: a turn that need not be waited for makes nothing, not even a promise.
 */
export class Turns {
  #free: number;
  readonly #waiting: Array<() => void> = [];

  /** @param atOnce how many; infinite: without limit */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Null when the turn has come, else resolves then. Each turn ends with `leave`. */
  enter(): Promise<void> | null {
    if (this.#free > 0) {
      this.#free--;
      return null;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waited longest has the turn, as if it had never been free. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
