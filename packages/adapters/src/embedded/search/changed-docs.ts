import type { DatabaseSync } from '../../sqlite/index.ts';
import { addBit, type Bits, dropBit, noBits } from './bits.ts';
import { changedAfter, MOST_CHANGES_KNOWN } from './change-log.ts';
import { listedIds } from './listed-ids.ts';
import type { OrderedIds } from './ordered-ids.ts';

/** To begin anew in a term's list takes as long (25 µs) as to read on past so many documents. */
const PASSED_A_BEGINNING = 2000;
/** Read at once, half a millisecond of work. */
const MOST_PASSED = 50_000;
/** For so many documents a search may look at changed ones for a millisecond, about a third of what FTS5 takes; and no longer than this. */
const DOCS_A_MS = 300_000;
const MOST_MS = 10;

/** The functions that ask the index which documents have changed, and which of them have a term. */
export function changedReader(db: DatabaseSync) {
  const between = db.prepare(
    `SELECT json_group_array(id) AS ids FROM (SELECT rowid AS id FROM tokens
     WHERE tokens MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER))`,
  );
  return {
    changedAfter: changedAfter(db),
    between: (term: string, first: number, last: number): number[] => listedIds(between.get(term, first, last)),
  };
}

/** The documents of a term among the first so many that changed. */
interface TermAmong {
  bits: Bits;
  upTo: number;
}

/**
 * The documents that have changed since sets were made, numbered in the order in which they did, and which of them
 * have which terms: FTS5 is asked of each once for each term.
 */
export class ChangedDocs {
  readonly #reader: ReturnType<typeof changedReader>;
  readonly #all: OrderedIds;
  readonly #since: number;
  readonly #ids: number[] = [];
  /** Of each where it stands among all, or would. */
  readonly #places: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #terms = new Map<string, TermAmong>();
  /** Those that have not changed again. */
  readonly newest = noBits(MOST_CHANGES_KNOWN);
  /** The documents of before, by their places, that are as they were. */
  #same: Bits | undefined;
  #seen: number;
  #until = 0;

  /**
   * @param all documents of before
   * @param since how many changes there had been
   */
  constructor(reader: ReturnType<typeof changedReader>, all: OrderedIds, since: number) {
    this.#reader = reader;
    this.#all = all;
    this.#since = since;
    this.#seen = since;
  }

  /** Undefined while none has changed. */
  get same(): Bits | undefined {
    return this.#same;
  }

  idOf(number: number): number {
    return this.#ids[number] ?? Number.NaN;
  }

  /** Undefined for one that has not changed. */
  numberOf(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  /** Takes in what has changed meanwhile, for a new search. @returns whether that is known */
  follow(changes: number): boolean {
    this.#until = performance.now() + Math.min(MOST_MS, 1 + this.#all.length / DOCS_A_MS);
    if (changes === this.#seen) return true;
    if (changes < this.#seen || changes - this.#since > MOST_CHANGES_KNOWN) return false;
    const ids = this.#reader.changedAfter(this.#seen);
    if (ids.length !== changes - this.#seen) return false;
    for (const id of ids) this.#add(id);
    this.#seen = changes;
    return true;
  }

  /** Those that have the term; null where there are more to be looked at than one search may. */
  withTerm(term: string): Bits | null {
    let among = this.#terms.get(term);
    if (!among) this.#terms.set(term, (among = { bits: noBits(MOST_CHANGES_KNOWN), upTo: 0 }));
    while (among.upTo < this.#ids.length) {
      if (performance.now() > this.#until) return null;
      const first = among.upTo;
      among.upTo = this.#endOfStretch(first);
      for (const id of this.#reader.between(term, this.idOf(first), this.idOf(among.upTo - 1))) {
        const number = this.#numbers.get(id);
        if (number !== undefined) addBit(among.bits, number);
      }
    }
    return among.bits;
  }

  #add(id: number): void {
    const before = this.#numbers.get(id);
    const number = this.#ids.push(id) - 1;
    this.#numbers.set(id, number);
    addBit(this.newest, number);
    if (before !== undefined) dropBit(this.newest, before);
    this.#same ??= noBits(this.#all.length).fill(-1);
    const place = this.#all.placeOf(id);
    this.#places.push(place);
    if (this.#all.at(place) === id) dropBit(this.#same, place);
  }

  /** Where those end that follow this one in the order of phones as well, each near the one before: a commit's are in order. */
  #endOfStretch(first: number): number {
    const placeOf = (number: number): number => this.#places[number] ?? Number.NaN;
    let to = first + 1;
    for (; this.idOf(to) >= this.idOf(to - 1); to++)
      if (placeOf(to) - placeOf(to - 1) > PASSED_A_BEGINNING || placeOf(to) - placeOf(first) > MOST_PASSED) break;
    return to;
  }
}
