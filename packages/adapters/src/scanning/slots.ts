/** Lets so many in at once; the others wait in their order, so long at most. */
export class Slots {
  #free: number;
  readonly #waiting: Array<() => void> = [];
  readonly #longestMs: number;

  constructor(atOnce: number, longestMs: number) {
    this.#free = atOnce;
    this.#longestMs = longestMs;
  }

  /**
   * Resolves with what gives the slot back, which counts once.
   * @throws Error when none was free in time
   */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(new Error(`no scan ended within ${this.#longestMs} ms`));
      }, this.#longestMs);
      this.#waiting.push(come);
    });
  }
}
