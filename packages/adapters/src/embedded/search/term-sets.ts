import type { DatabaseSync } from '../../sqlite/index.ts';
import { type Bits, countBits, hasBit, membersOf } from './bits.ts';
import { ChangedDocs, changedReader } from './changed-docs.ts';
import { MOST_CHANGES_KNOWN } from './change-log.ts';
import { FittingBits } from './fitting-bits.ts';
import type { Condition } from './match-expression.ts';
import { OrderedIds } from './ordered-ids.ts';
import type { SetsLink, SetsMessage } from './sets-link.ts';
import type { SortKey } from './sort-keys.ts';
import { MOST_WALKED, nameOfOrder, type SortedSlice, SortOrders } from './sort-orders.ts';
import { SortedPlaces } from './sorted-places.ts';

/** With fewer documents FTS5 reads the longest lists in a millisecond. */
const LEAST_DOCS = 50_000;
/** What is missing is told of so often at most, and of so many terms. */
const TELL_MS = 100;
const MOST_MISSED = 5000;
/** That sets are of use is told of so often. */
const USED_MS = 60_000;

/** A page of hits in order of ids, and how many hits there are in all. */
export interface CountedPage {
  ids: number[];
  found: number;
}

export interface Slice {
  direction: 'ASC' | 'DESC';
  limit: number;
  offset: number;
}

/** Which documents are hits, and how many. It is true until the next question. */
export interface KnownHits {
  found: number;
  has(id: number): boolean;
}

/** Conditions of which only some have their sets. */
export interface PartlyKnown {
  /** Those without. */
  rest: readonly Condition[];
  /**
   * Which of these documents fit the others; true until the next question.
   * @param ids in ascending order
   */
  fitting(ids: readonly number[]): number[];
}

/** What is looked for, and what it is called by. */
export interface Sought {
  match: string;
  conditions: readonly Condition[];
}

/** What was made of the documents of one moment. */
interface Made {
  number: number;
  changes: number;
  ids: OrderedIds;
  sets: Map<string, Bits>;
  orders: SortOrders;
  fitting: FittingBits;
  changed: ChangedDocs;
  fittingChanged: FittingBits;
}

/** Hits among the documents that are as they were, by their places, and among those that have changed, by their numbers. */
interface Hits {
  made: Made;
  same: Bits;
  changed: Bits | null;
}

const asFound = (page: readonly number[], { direction }: Slice): number[] =>
  direction === 'ASC' ? [...page] : page.toReversed();

/**
 * The documents of the terms that are asked for again and again, as bits in memory, and the orders in which they are
 * asked for. FTS5 finds the first hits of any expression at once, but to count hits, or to find rare hits of common
 * terms, it reads each term's whole list (10 to 60 ns an entry); with sets that is a few operations on 100 KB for a
 * million documents. They are made by a thread of their own (`set-maker.ts`) for all who read. Documents that have
 * changed since are looked at one by one; orders are of use only while none has.
 */
export class TermSets {
  readonly #db: DatabaseSync;
  readonly #link: SetsLink;
  readonly #countDocs;
  readonly #leastDocs: number;
  readonly #now: () => number;
  readonly #changedReader: ReturnType<typeof changedReader>;
  #made: Made | undefined;
  #missed = new Map<string, number>();
  #toldAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since whenever */
  constructor(db: DatabaseSync, link: SetsLink, leastDocs = LEAST_DOCS, now = (): number => performance.now()) {
    this.#db = db;
    this.#link = link;
    this.#leastDocs = leastDocs;
    this.#now = now;
    this.#countDocs = db.prepare(`SELECT value AS n FROM totals WHERE name = 'docs'`);
    this.#changedReader = changedReader(db);
    link.hear((message) => this.#hear(message));
    link.say({ kind: 'new reader' });
  }

  /**
   * The documents that fit all these conditions; null while a set is missing.
   * @param changes how many documents have changed in the index by now
   */
  hits(conditions: readonly Condition[], changes: number, slice: Slice): CountedPage | null {
    // FTS5 finds the hits of one term as fast as any.
    if (conditions.flat(2).length < 2) return null;
    const hits = this.#together(conditions, changes);
    if (hits === null) return null;
    const { ids: all } = hits.made;
    const changed = this.#changedHits(hits);
    const same = countBits(hits.same);
    const found = same + changed.length;
    const { direction, limit, offset } = slice;
    const from = direction === 'ASC' ? offset : Math.max(0, found - offset - limit);
    const to = direction === 'ASC' ? offset + limit : Math.max(0, found - offset);
    // However many of the changed ones come before the page, so many of the others do not.
    const begin = Math.max(0, from - changed.length);
    const ids = membersOf(hits.same, begin, to).map((place) => all.at(place));
    if (changed.length > 0) ids.push(...changed);
    ids.sort((a, b) => a - b);
    return { ids: asFound(ids.slice(from - begin, to - begin), slice), found };
  }

  /** The same in another order; null while that is missing, or documents have changed, and for a page far behind. */
  sortedHits({ match, conditions }: Sought, changes: number, slice: SortedSlice): CountedPage | null {
    if (slice.offset + slice.limit > MOST_WALKED) return null;
    const made = this.#has(conditions, changes, slice.sort.field);
    return made && made.orders.page(match, slice, made.ids, () => this.#same(made, conditions));
  }

  /** The same, to be asked document by document. */
  knownHits(conditions: readonly Condition[], changes: number): KnownHits | null {
    const hits = this.#together(conditions, changes);
    if (hits === null) return null;
    const found = countBits(hits.same) + (hits.changed ? countBits(hits.changed) : 0);
    return { found, has: (id) => this.#isHit(hits, id, hits.made.ids.placeOf(id)) };
  }

  /** Null where all conditions have their sets, or none has. */
  partly(conditions: readonly Condition[], changes: number): PartlyKnown | null {
    const made = this.#current(changes);
    if (made === null) return null;
    const isThere = (condition: Condition): boolean => condition.flat().every((term) => made.sets.has(term));
    const known = conditions.filter(isThere);
    if (known.length === 0 || known.length === conditions.length) return null;
    const hits = this.#put(made, known);
    if (hits === null) return null;
    let place = 0;
    return {
      rest: conditions.filter((condition) => !isThere(condition)),
      fitting: (ids) =>
        ids.filter((id) => {
          place = made.ids.placeOf(id, place);
          return this.#isHit(hits, id, place);
        }),
    };
  }

  #isHit({ made, same, changed }: Hits, id: number, place: number): boolean {
    const number = changed ? made.changed.numberOf(id) : undefined;
    return changed && number !== undefined ? hasBit(changed, number) : hasBit(same, place);
  }

  /** In no order. */
  #changedHits({ made, changed }: Hits): number[] {
    return changed ? membersOf(changed, 0, MOST_CHANGES_KNOWN).map((number) => made.changed.idOf(number)) : [];
  }

  #together(conditions: readonly Condition[], changes: number): Hits | null {
    const made = this.#has(conditions, changes);
    return made && this.#put(made, conditions);
  }

  /** What is there, if all sets are, and the order; what is missing will be, when it is asked for often enough. */
  #has(conditions: readonly Condition[], changes: number, order?: SortKey): Made | null {
    const made = this.#current(changes);
    const missing = conditions.flat(2).filter((term) => !made?.sets.has(term));
    if (order && !(made?.orders.has(order) && made.changes === changes)) missing.push(nameOfOrder(order));
    if (missing.length > 0) this.#miss(missing);
    else this.#use();
    return made && missing.length === 0 ? made : null;
  }

  #current(changes: number): Made | null {
    return this.#made?.changed.follow(changes) ? this.#made : null;
  }

  /** Null while too many changed documents are to be looked at. */
  #put(made: Made, conditions: readonly Condition[]): Hits | null {
    if (made.changed.same === undefined) return { made, same: this.#same(made, conditions), changed: null };
    const sets = new Map<string, Bits>();
    for (const term of conditions.flat(2)) {
      const among = made.changed.withTerm(term);
      if (among === null) return null;
      sets.set(term, among);
    }
    const changed = made.fittingChanged.of(conditions, sets, made.changed.newest);
    return { made, same: this.#same(made, conditions), changed };
  }

  #same(made: Made, conditions: readonly Condition[]): Bits {
    return made.fitting.of(conditions, made.sets, made.changed.same);
  }

  #miss(terms: readonly string[]): void {
    if (this.#missed.size >= MOST_MISSED) this.#missed.clear();
    for (const term of terms) this.#missed.set(term, (this.#missed.get(term) ?? 0) + 1);
    const now = this.#now();
    if (now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    if (Number(this.#countDocs.get()?.['n']) >= this.#leastDocs)
      this.#link.say({ kind: 'missed', times: this.#missed });
    this.#missed = new Map();
  }

  #use(): void {
    if (this.#now() - this.#usedAt < USED_MS) return;
    this.#usedAt = this.#now();
    this.#link.say({ kind: 'used' });
  }

  #hear(message: SetsMessage): void {
    if (message.kind === 'nothing') this.#made = undefined;
    else if (message.kind === 'ids') this.#begin(message);
    else if (message.kind === 'set') this.#made?.sets.set(message.term, message.bits);
    else if (message.kind === 'no set') this.#made?.sets.delete(message.term);
    else if (message.kind === 'order') this.#made?.orders.put(message.key, new SortedPlaces(message.places));
  }

  #begin({ number, changes, ids: shared }: Extract<SetsMessage, { kind: 'ids' }>): void {
    if (this.#made?.number === number) return;
    const ids = new OrderedIds(shared);
    this.#made = {
      number,
      changes,
      ids,
      sets: new Map(),
      orders: new SortOrders(this.#db),
      fitting: new FittingBits(ids.length),
      changed: new ChangedDocs(this.#changedReader, ids, changes),
      fittingChanged: new FittingBits(MOST_CHANGES_KNOWN),
    };
  }
}
