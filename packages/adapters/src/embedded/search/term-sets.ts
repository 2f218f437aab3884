import type { DatabaseSync } from '../../sqlite/index.ts';
import { addAll, addBit, type Bits, countBits, hasBit, keepCommon, membersOf, noBits } from './bits.ts';
import { type HitsAfter, listedHitsAfter, listedIds } from './listed-ids.ts';
import type { Condition } from './match-expression.ts';
import { OrderedIds } from './ordered-ids.ts';
import type { SortKey } from './sort-keys.ts';
import { MOST_WALKED, nameOfOrder, orderNamed, type SortedSlice, SortOrders } from './sort-orders.ts';

/** A set costs as much as five looks through its term's list; a term asked for so often will be again. */
const OFTEN = 4;
const MOST_COUNTED = 5000;
/** Beyond it the ids alone would take more memory than the sets are worth. */
const MOST_DOCS = 16_000_000;
const SETS_BYTES = 16 * 1024 * 1024;
/** Of many documents a set is large; so many bytes a document leave room for those of 96 terms. */
const SETS_BYTES_A_DOC = 12;
/** A few milliseconds of work: searches wait no longer for a slice. */
const SLICE_ROWS = 20_000;
/** While documents change every moment, sets would be old before they were made. */
const QUIET_MS = 2000;
const [NONE, ALL] = [0, -1];

const roomFor = (docs: number) => ({ hits: noBits(docs), any: noBits(docs), all: noBits(docs) });

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

/** When the making of sets goes on. */
export interface Rhythm {
  /** Milliseconds since whenever. */
  now(): number;
  /** Runs it soon, but lets others go first. */
  later(slice: () => void): void;
}

const ownRhythm: Rhythm = { now: () => performance.now(), later: (slice) => void setImmediate(slice) };

/** The documents of a term, and how many these are. */
interface TermSet {
  bits: Bits;
  size: number;
}

/** A term whose set is being made. */
interface Unfinished extends TermSet {
  term: string;
  /** The id and the place among all ids where it has got to. */
  after: number;
  place: number;
}

/**
 * The documents of the terms that are asked for again and again, as bits in memory, and the orders in which they are
 * asked for. FTS5 finds the first hits of any expression at once, but to count hits, or to find rare hits of common
 * terms, it reads each term's whole list (10 to 60 ns an entry); with sets that is a few operations on 100 KB for a
 * million documents. They are made in slices between searches while no document changes, and forgotten when one does.
 */
export class TermSets {
  readonly #changes: () => number;
  readonly #countDocs;
  readonly #idsAfter;
  readonly #hitsAfter: HitsAfter;
  readonly #isOpen: () => boolean;
  readonly #rhythm: Rhythm;
  readonly #leastBytes: number;
  readonly #sets = new Map<string, TermSet>();
  /** Those for whose sets there was no room, because longer lists have theirs. */
  readonly #tooShort = new Set<string>();
  readonly #asked = new Map<string, number>();
  readonly #wanted = new Set<string>();
  readonly #orders: SortOrders;
  #ids = new OrderedIds(0);
  /** Where hits are put together; kept, because making room takes longer than the work. */
  #room = roomFor(0);
  #unfinished: Unfinished | null = null;
  #working = false;
  #current = -1;
  #currentSince = Number.NEGATIVE_INFINITY;

  /**
   * @param changes how many documents have changed in the index, ever
   * @param leastBytes what all sets may take at least, however few documents there are
   */
  constructor(db: DatabaseSync, changes: () => number, rhythm: Rhythm = ownRhythm, leastBytes = SETS_BYTES) {
    this.#changes = changes;
    this.#rhythm = rhythm;
    this.#leastBytes = leastBytes;
    this.#isOpen = () => db.isOpen;
    this.#orders = new SortOrders(db);
    this.#countDocs = db.prepare(`SELECT value AS n FROM totals WHERE name = 'docs'`);
    this.#idsAfter = db.prepare(
      `SELECT json_group_array(id) AS ids FROM (SELECT id FROM docs WHERE id > ? ORDER BY id LIMIT ?)`,
    );
    this.#hitsAfter = listedHitsAfter(db);
  }

  /**
   * The documents that fit all these conditions; null while a set is missing.
   * @param changes how many documents have changed in the index by now
   */
  hits(conditions: readonly Condition[], changes: number, { direction, limit, offset }: Slice): CountedPage | null {
    // FTS5 finds the hits of one term as fast as any.
    if (conditions.flat(2).length < 2) return null;
    const hits = this.#together(conditions, changes);
    if (hits === null) return null;
    const found = countBits(hits);
    const isUp = direction === 'ASC';
    const from = isUp ? offset : Math.max(0, found - offset - limit);
    const places = membersOf(hits, from, isUp ? offset + limit : found - offset);
    const ids = places.map((place) => this.#ids.at(place));
    return { ids: isUp ? ids : ids.reverse(), found };
  }

  /** The same in another order; null while that is missing, and for a page far behind. */
  sortedHits({ match, conditions }: Sought, changes: number, slice: SortedSlice): CountedPage | null {
    if (slice.offset + slice.limit > MOST_WALKED) return null;
    const { field } = slice.sort;
    if (!this.#has(conditions, changes, field)) return null;
    return this.#orders.page(match, slice, this.#ids, () => this.#put(conditions));
  }

  /** The same, to be asked document by document. */
  knownHits(conditions: readonly Condition[], changes: number): KnownHits | null {
    const hits = this.#together(conditions, changes);
    return hits && { found: countBits(hits), has: (id) => hasBit(hits, this.#ids.placeOf(id)) };
  }

  /** Null where all conditions have their sets, or none has. */
  partly(conditions: readonly Condition[], changes: number): PartlyKnown | null {
    if (changes !== this.#current) return null;
    const isThere = (condition: Condition): boolean => condition.flat().every((term) => this.#sets.has(term));
    const known = conditions.filter(isThere);
    if (known.length === 0 || known.length === conditions.length) return null;
    const hits = this.#put(known);
    let place = 0;
    return {
      rest: conditions.filter((condition) => !isThere(condition)),
      fitting: (ids) =>
        ids.filter((id) => {
          place = this.#ids.placeOf(id, place);
          return hasBit(hits, place);
        }),
    };
  }

  #together(conditions: readonly Condition[], changes: number): Bits | null {
    return this.#has(conditions, changes) ? this.#put(conditions) : null;
  }

  /** Whether all sets are there, and the order; what is missing will be, when it is asked for often enough. */
  #has(conditions: readonly Condition[], changes: number, order?: SortKey): boolean {
    if (changes !== this.#current) this.#forget(changes);
    const missing = conditions.flat(2).filter((term) => !this.#sets.has(term));
    if (order && !this.#orders.has(order)) missing.push(nameOfOrder(order));
    if (missing.length > 0) this.#ask(missing);
    return missing.length === 0;
  }

  /** Bits of the documents that fit all these conditions, in the room that the next question takes too. */
  #put(conditions: readonly Condition[]): Bits {
    const { hits } = this.#room;
    hits.fill(ALL);
    for (const condition of conditions) this.#keep(hits, condition);
    return hits;
  }

  #keep(hits: Bits, condition: Condition): void {
    const [first = [], ...others] = condition;
    if (others.length === 0) for (const term of first) keepCommon(hits, this.#set(term));
    else {
      const { any, all } = this.#room;
      any.fill(NONE);
      for (const terms of condition) {
        all.fill(ALL);
        for (const term of terms) keepCommon(all, this.#set(term));
        addAll(any, all);
      }
      keepCommon(hits, any);
    }
  }

  #set(term: string): Bits {
    return this.#sets.get(term)?.bits ?? noBits(0);
  }

  #forget(changes: number): void {
    if (this.#current !== -1) this.#currentSince = this.#rhythm.now();
    this.#current = changes;
    this.#sets.clear();
    this.#tooShort.clear();
    this.#wanted.clear();
    this.#orders.forget();
    this.#ids = new OrderedIds(0);
    this.#room = roomFor(0);
    this.#unfinished = null;
  }

  #ask(terms: readonly string[]): void {
    if (this.#asked.size >= MOST_COUNTED) this.#asked.clear();
    for (const term of terms) {
      if (this.#tooShort.has(term)) continue;
      const times = (this.#asked.get(term) ?? 0) + 1;
      this.#asked.set(term, times);
      if (times >= OFTEN) this.#wanted.add(term);
    }
    if (this.#wanted.size > 0 && !this.#working && this.#rhythm.now() - this.#currentSince >= QUIET_MS) this.#work();
  }

  #work(): void {
    this.#working = true;
    this.#rhythm.later(() => {
      this.#working = false;
      if (this.#isOpen() && this.#slice()) this.#work();
    });
  }

  /** Makes a slice of what is wanted. @returns whether there is more to make */
  #slice(): boolean {
    if (this.#ids.most === 0) {
      const docs = Number(this.#countDocs.get()?.['n']);
      if (docs === 0 || docs > MOST_DOCS) return false;
      this.#ids = new OrderedIds(docs);
      this.#room = roomFor(docs);
    }
    if (this.#ids.length < this.#ids.most) this.#readIds();
    else this.#readWanted();
    // What was read before the documents changed is of no use, and neither is what was read after.
    if (this.#changes() !== this.#current) return false;
    return this.#ids.length < this.#ids.most || this.#unfinished !== null || this.#wanted.size > 0;
  }

  #readIds(): void {
    const last = this.#ids.length === 0 ? 0 : this.#ids.at(this.#ids.length - 1);
    this.#ids.push(listedIds(this.#idsAfter.get(last, SLICE_ROWS)));
  }

  #readWanted(): void {
    const [wanted] = this.#wanted;
    if (wanted === undefined) return;
    const key = orderNamed(wanted);
    if (key === undefined) this.#readTerm(wanted);
    else if (this.#orders.read(key, this.#ids)) this.#satisfy(wanted);
  }

  #readTerm(term: string): void {
    const set = (this.#unfinished ??= { term, bits: noBits(this.#ids.length), size: 0, after: 0, place: 0 });
    const hits = this.#hitsAfter(term, set.after, SLICE_ROWS);
    for (const id of hits) {
      set.place = this.#ids.placeOf(id, set.place);
      addBit(set.bits, set.place);
    }
    set.after = hits.at(-1) ?? set.after;
    set.size += hits.length;
    if (hits.length < SLICE_ROWS) this.#finish(set);
  }

  #finish({ term, bits, size }: Unfinished): void {
    this.#unfinished = null;
    this.#satisfy(term);
    this.#sets.set(term, { bits, size });
    const most = Math.max(this.#leastBytes, SETS_BYTES_A_DOC * this.#ids.length) / bits.byteLength;
    while (this.#sets.size > most) this.#dropShortest();
  }

  /** The longer a term's list, the more its set spares. It is not made again, else terms that are asked for in turns would be made all the time. */
  #dropShortest(): void {
    const [shortest] = [...this.#sets].toSorted(([, a], [, b]) => a.size - b.size)[0] ?? [];
    if (shortest === undefined) return;
    this.#sets.delete(shortest);
    if (this.#tooShort.size >= MOST_COUNTED) this.#tooShort.clear();
    this.#tooShort.add(shortest);
  }

  #satisfy(wanted: string): void {
    this.#wanted.delete(wanted);
    this.#asked.delete(wanted);
  }
}
