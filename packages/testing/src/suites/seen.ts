/**
 * Collects what a consumer got and tells when there is enough of it, so that tests wait for events and never for a
 * time.
 */
export class Seen<T> {
  readonly all: T[] = [];
  readonly #waiting: Array<{ fits(all: readonly T[]): boolean; resolve(): void }> = [];

  add(...items: T[]): void {
    this.all.push(...items);
    for (const waiter of this.#waiting.splice(0)) {
      if (waiter.fits(this.all)) waiter.resolve();
      else this.#waiting.push(waiter);
    }
  }

  until(fits: (all: readonly T[]) => boolean): Promise<void> {
    if (fits(this.all)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ fits, resolve }));
  }

  count(items: number): Promise<void> {
    return this.until((all) => all.length >= items);
  }
}
