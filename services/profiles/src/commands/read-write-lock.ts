/**
 * Many may hold it together, or one alone: who asks to be alone waits for those inside, and holds up those who come after.
 */
export class ReadWriteLock {
  #shared = new Set<Promise<unknown>>();
  #exclusive: Promise<unknown> = Promise.resolve();

  async shared<T>(work: () => Promise<T>): Promise<T> {
    for (let before; before !== this.#exclusive;) {
      before = this.#exclusive;
      await before;
    }
    const running = work();
    const settled = running.catch(() => undefined).finally(() => this.#shared.delete(settled));
    this.#shared.add(settled);
    return running;
  }

  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#exclusive;
    const running = before.then(async () => {
      await Promise.all(this.#shared);
      return work();
    });
    this.#exclusive = running.catch(() => undefined);
    return running;
  }
}
