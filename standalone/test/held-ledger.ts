import type { Ledger, Part } from '../src/move-up/ledger.ts';

/** A ledger of a move in memory. */
export class HeldLedger implements Pick<Ledger, 'part' | 'note' | 'noteFiles' | 'filesAfter'> {
  readonly #parts = new Map<string, Part>();
  readonly #files = new Set<string>();

  async part(name: string): Promise<Part> {
    return this.#parts.get(name) ?? { cursor: null, done: 0, ended: false };
  }

  async note(name: string, part: Part): Promise<void> {
    this.#parts.set(name, part);
  }

  async noteFiles(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#files.add(key);
  }

  /** Two at a time, so that there are some pages. */
  async filesAfter(after: string): Promise<string[]> {
    return [...this.#files]
      .filter((key) => key > after)
      .sort()
      .slice(0, 2);
  }
}
