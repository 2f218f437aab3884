/**
 * Many may pass together, or one alone: who asks to be alone waits for those inside, and holds up those who come after.
 */
export class Gate {
  #inside = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  async together<T>(work: () => Promise<T>): Promise<T> {
    for (let before; before !== this.#alone;) {
      before = this.#alone;
      await before;
    }
    const running = work();
    const settled = running.catch(() => undefined).finally(() => this.#inside.delete(settled));
    this.#inside.add(settled);
    return running;
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#alone;
    const running = before.then(async () => {
      await Promise.all(this.#inside);
      return work();
    });
    this.#alone = running.catch(() => undefined);
    return running;
  }
}
