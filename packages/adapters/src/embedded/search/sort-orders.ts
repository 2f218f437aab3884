import type { DatabaseSync } from '../../sqlite/index.ts';
import { type Bits, countBits, membersOf } from './bits.ts';
import { listedIds } from './listed-ids.ts';
import type { OrderedIds } from './ordered-ids.ts';
import { type KeySort, orderOf, type SortKey, sortKeys } from './sort-keys.ts';
import { newWalk, type SortedPlaces, type Walk } from './sorted-places.ts';

/** To fetch and sort a hit takes about as long as to walk past so many documents in memory. */
const WALKED_A_SORTED_HIT = 1000;
/** Walks that are kept, and the hits that one has at most. */
const MOST_WALKS = 200;
export const MOST_WALKED = 10_000;

interface CountedWalk {
  walk: Walk;
  /** How many hits there are in all. */
  found: number;
}

export interface SortedSlice {
  sort: KeySort;
  limit: number;
  offset: number;
}

/** How far hits were looked for in orders in memory: the next page goes on from there, and the same page costs nothing. */
export class SortOrders {
  readonly #db: DatabaseSync;
  readonly #orders = new Map<SortKey, SortedPlaces>();
  readonly #walks = new Map<string, CountedWalk>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  has(key: SortKey): boolean {
    return this.#orders.has(key);
  }

  put(key: SortKey, places: SortedPlaces): void {
    this.#orders.set(key, places);
  }

  /**
   * A page of hits in an order that is there.
   * @param match what the hits are called by
   * @param hitsNow the hits, if need be
   */
  page(match: string, { sort, limit, offset }: SortedSlice, ids: OrderedIds, hitsNow: () => Bits) {
    const name = `${sort.field} ${sort.direction} ${match}`;
    const most = offset + limit;
    let kept = this.#walks.get(name);
    if (!kept || kept.walk.found.length < Math.min(most, kept.found)) {
      const hits = hitsNow();
      kept ??= { walk: newWalk(sort.direction), found: countBits(hits) };
      this.#goOn(kept, hits, most, sort, ids);
    }
    this.#keep(name, kept);
    return { ids: kept.walk.found.slice(offset, most).map((place) => ids.at(place)), found: kept.found };
  }

  #goOn({ walk, found }: CountedWalk, hits: Bits, most: number, sort: KeySort, ids: OrderedIds): void {
    const walked = (most / Math.max(found, 1)) * ids.length;
    if (walk.gone === 0 && found * WALKED_A_SORTED_HIT < walked)
      walk.found.push(...this.#sorted(hits, found, sort, ids));
    else this.#orders.get(sort.field)?.go(walk, hits, Math.min(most, found));
  }

  /** All of few hits. */
  #sorted(hits: Bits, found: number, sort: KeySort, ids: OrderedIds): number[] {
    const all = membersOf(hits, 0, found).map((place) => ids.at(place));
    const sorted = this.#db.prepare(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT d.id AS id FROM json_each(?) AS j CROSS JOIN docs AS d ON d.id = j.value ORDER BY ${orderOf(sort)})`,
    );
    return listedIds(sorted.get(JSON.stringify(all))).map((id) => ids.placeOf(id));
  }

  #keep(name: string, kept: CountedWalk): void {
    // The last in the map is the one that was used last.
    this.#walks.delete(name);
    this.#walks.set(name, kept);
    const [oldest] = this.#walks.keys();
    if (this.#walks.size > MOST_WALKS && oldest !== undefined) this.#walks.delete(oldest);
  }
}

/** What an order is called among what is asked for; terms are quoted. */
export const nameOfOrder = (key: SortKey): string => `order ${key}`;
export const orderNamed = (name: string): SortKey | undefined => sortKeys.find((key) => nameOfOrder(key) === name);
