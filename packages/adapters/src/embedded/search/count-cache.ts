import type { DatabaseSync } from '../../sqlite/index.ts';

const MOST = 1000;

/** Full counts, kept until another connection changes the file (https://www.sqlite.org/pragma.html#pragma_data_version). */
export class CountCache {
  readonly #version;
  readonly #counts = new Map<string, number>();
  #countedAt: unknown;

  constructor(db: DatabaseSync) {
    this.#version = db.prepare('PRAGMA data_version');
  }

  get(name: string, count: () => number): number {
    const version = this.#version.get()?.['data_version'];
    if (version !== this.#countedAt || this.#counts.size >= MOST) this.#counts.clear();
    this.#countedAt = version;
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    const counted = count();
    this.#counts.set(name, counted);
    return counted;
  }
}
