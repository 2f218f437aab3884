import type { DatabaseSync, StatementSync } from '../../sqlite/index.ts';
import { listedIds } from './listed-ids.ts';
import type { OrderedIds } from './ordered-ids.ts';
import { orderOf, type SortKey } from './sort-keys.ts';
import type { SortedPlaces } from './sorted-places.ts';

/** A few milliseconds of work, most of it looking for their places. */
const SLICE_ROWS = 5000;

/** Reads orders of documents slice by slice; no document may change meanwhile. */
export class OrderReader {
  readonly #sliceRows: number;
  readonly #first: Record<SortKey, StatementSync>;
  readonly #alike: Record<SortKey, StatementSync>;
  readonly #beyond: Record<SortKey, StatementSync>;

  constructor(db: DatabaseSync, sliceRows = SLICE_ROWS) {
    this.#sliceRows = sliceRows;
    const reading = (where: string): Record<SortKey, StatementSync> => {
      const by = (key: SortKey): StatementSync =>
        db.prepare(`SELECT json_group_array(id) AS ids FROM (
          SELECT d.id AS id FROM docs AS d ${where.replaceAll('KEY', key)} ORDER BY ${orderOf({ field: key, direction: 'ASC' })} LIMIT ?)`);
      return { name: by('name'), timestamp: by('timestamp'), confidence: by('confidence') };
    };
    this.#first = reading('');
    // Asked for at once, (key, id) > (?, ?), all that are alike would be gone through for each slice of them.
    const keyOfLast = '(SELECT l.KEY FROM docs AS l WHERE l.id = ?)';
    this.#alike = reading(`WHERE d.KEY = ${keyOfLast} AND d.id > ?`);
    this.#beyond = reading(`WHERE d.KEY > ${keyOfLast}`);
  }

  /** Goes on with an order. @returns whether there may be more of it */
  read(key: SortKey, places: SortedPlaces, ids: OrderedIds): boolean {
    const { length } = places.shared;
    const last = length === 0 ? 0 : ids.at(places.shared.places[length - 1] ?? 0);
    const alike = length === 0 ? [] : listedIds(this.#alike[key].get(last, last, this.#sliceRows));
    const others = (): number[] =>
      listedIds(length === 0 ? this.#first[key].get(this.#sliceRows) : this.#beyond[key].get(last, this.#sliceRows));
    const read = alike.length > 0 ? alike : others();
    places.push(read.map((id) => ids.placeOf(id)));
    return !places.isWhole && read.length > 0;
  }
}
