import type { PackedDocument } from '@numscope/platform';
import { phoneOf } from '@numscope/platform/packed-documents';
import { idOfPhone } from '../../phone-order.ts';

interface Entries {
  replace(documents: readonly PackedDocument[]): Promise<void>;
  remove(ids: number[]): Promise<void>;
  /** Ids of all entries after `after`, in order. */
  after(after: number, limit: number): Promise<number[]>;
}

const IDS_AT_ONCE = 5000;

/**
 * Brings an index that one process has for itself in line with its records, while it is in use: what `slices` hold
 * comes, what they do not hold goes, both stretch by stretch in order of phones. What is written or removed meanwhile
 * is newer than any slice and stays as it is.
 */
export class InPlaceRebuild {
  readonly #entries: Entries;
  readonly #touched = new Set<number>();
  #reached = 0;

  constructor(entries: Entries) {
    this.#entries = entries;
  }

  /** Call it before these phones are written or removed by others. */
  note(phones: Iterable<string>): void {
    for (const phone of phones) this.#touched.add(idOfPhone(phone));
  }

  /** Throws for slices that are not in order of phones: it would clear what is yet to come, or was put before. */
  async run(slices: AsyncIterable<readonly PackedDocument[]>): Promise<void> {
    for await (const slice of slices) {
      const ids = slice.map((document) => idOfPhone(phoneOf(document)));
      if (ids.some((id, at) => id <= (ids[at - 1] ?? this.#reached)))
        throw new Error('the index cannot be rebuilt from what is not in order of phones');
      await this.#entries.replace(slice.filter((_document, at) => !this.#touched.has(ids[at] ?? 0)));
      await this.#clear(new Set(ids), ids.at(-1) ?? this.#reached);
    }
    await this.#clear(new Set(), Number.POSITIVE_INFINITY);
  }

  /** Removes what is not among `kept` from where it stands to the id `last`. */
  async #clear(kept: ReadonlySet<number>, last: number): Promise<void> {
    while (this.#reached < last) {
      const ids = (await this.#entries.after(this.#reached, IDS_AT_ONCE)).filter((id) => id <= last);
      const ghosts = ids.filter((id) => !kept.has(id) && !this.#touched.has(id));
      if (ghosts.length > 0) await this.#entries.remove(ghosts);
      this.#reached = ids.length < IDS_AT_ONCE ? last : (ids.at(-1) ?? last);
    }
  }
}
