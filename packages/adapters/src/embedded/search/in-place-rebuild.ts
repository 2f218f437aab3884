import type { IndexDocument } from '@numscope/platform';
import { type IndexRow, rowsOf } from './index-writer.ts';
import { idOfPhone } from '../../phone-order.ts';

interface Rows {
  replace(rows: IndexRow[]): Promise<void>;
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
  readonly #rows: Rows;
  readonly #touched = new Set<number>();
  #reached = 0;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Call it before these phones are written or removed by others. */
  note(phones: Iterable<string>): void {
    for (const phone of phones) this.#touched.add(idOfPhone(phone));
  }

  async run(slices: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    for await (const slice of slices) {
      const rows = rowsOf(slice);
      await this.#rows.replace(rows.filter(({ id }) => !this.#touched.has(id)));
      await this.#clear(new Set(rows.map(({ id }) => id)), rows.at(-1)?.id ?? this.#reached);
    }
    await this.#clear(new Set(), Number.POSITIVE_INFINITY);
  }

  /** Removes what is not among `kept` from where it stands to the id `last`. */
  async #clear(kept: ReadonlySet<number>, last: number): Promise<void> {
    while (this.#reached < last) {
      const ids = (await this.#rows.after(this.#reached, IDS_AT_ONCE)).filter((id) => id <= last);
      const ghosts = ids.filter((id) => !kept.has(id) && !this.#touched.has(id));
      if (ghosts.length > 0) await this.#rows.remove(ghosts);
      this.#reached = ids.length < IDS_AT_ONCE ? last : (ids.at(-1) ?? last);
    }
  }
}
