import type { DatabaseSync } from '../../sqlite/index.ts';
import { addBit, type Bits, dropBit, noBits } from './bits.ts';
import { changedAfter, MOST_CHANGES_KNOWN } from './change-log.ts';
import { listedIds } from './listed-ids.ts';
import type { OrderedIds } from './ordered-ids.ts';

/** So many changed documents are looked at together. */
const RUN = 200;
/** To begin anew in a term's list takes as long (25 µs) as to read on past so many documents. */
const PASSED_A_BEGINNING = 2000;
/** A search begins at most so often, some milliseconds of work, and leaves the rest to the next. */
const MOST_BEGINNINGS = 400;

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
  #mayBegin = MOST_BEGINNINGS;

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
    this.#mayBegin = MOST_BEGINNINGS;
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
      if (this.#mayBegin <= 0) return null;
      const to = Math.min(among.upTo + RUN, this.#ids.length);
      this.#find(term, among, to);
      among.upTo = to;
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

  #find(term: string, { bits, upTo }: TermAmong, to: number): void {
    for (const { first, last } of this.#stretches(upTo, to)) {
      const passed = (this.#places[last] ?? 0) - (this.#places[first] ?? 0);
      this.#mayBegin -= 1 + passed / PASSED_A_BEGINNING;
      for (const id of this.#reader.between(term, this.idOf(first), this.idOf(last))) {
        const number = this.#numbers.get(id);
        if (number !== undefined) addBit(bits, number);
      }
    }
  }

  /** Parts of the order of ids in which these lie near one another, by the first and the last of each. */
  #stretches(from: number, to: number): Array<{ first: number; last: number }> {
    const inOrder = Array.from({ length: to - from }, (_none, at) => from + at);
    inOrder.sort((a, b) => this.idOf(a) - this.idOf(b));
    const stretches: Array<{ first: number; last: number }> = [];
    for (const number of inOrder) {
      const now = stretches.at(-1);
      const passed = now ? (this.#places[number] ?? 0) - (this.#places[now.last] ?? 0) : Number.POSITIVE_INFINITY;
      if (now && passed <= PASSED_A_BEGINNING) now.last = number;
      else stretches.push({ first: number, last: number });
    }
    return stretches;
  }
}
