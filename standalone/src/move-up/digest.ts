import { createHash } from 'node:crypto';
import type { Side } from './line.ts';

/** The same text for the same record, whatever the order of its fields and whichever side it was read from. */
export const canonical = (record: unknown): string =>
  JSON.stringify(record, function (this: Record<string, unknown>, name, value: unknown) {
    // Buffers and dates turn themselves into something else before they come here.
    const given = this[name];
    if (given instanceof Uint8Array) return { bytes: Buffer.from(given).toString('base64') };
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Sums up records one after the other. */
export class Digest {
  readonly #hash = createHash('sha256');
  #count = 0;

  add(text: string, count = 1): void {
    this.#hash.update(`${text}\n`);
    this.#count += count;
  }

  get side(): Side {
    return { count: this.#count, sha256: this.#hash.copy().digest('hex') };
  }
}
