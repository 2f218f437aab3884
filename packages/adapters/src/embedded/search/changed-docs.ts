import type { DatabaseSync } from '../../sqlite/index.ts';
import { addBit, type Bits, dropBit, noBits } from './bits.ts';
import { changedAfter, MOST_CHANGES_KNOWN } from './change-log.ts';
import { listedIds } from './listed-ids.ts';
import type { OrderedIds } from './ordered-ids.ts';

/** FTS5 is asked for a term's documents among so many changed ones at once. */
const RUN = 500;
/** To find one document in a term's list takes about as long as to read so many that follow one another. */
const READ_A_FOUND = 50;
/** A search finds at most so many by itself, some milliseconds of work; it leaves the rest to the next. */
const MOST_FOUND = 1000;

/** The functions that ask the index which documents have changed, and which of them have a term. */
export function changedReader(db: DatabaseSync) {
  const between = db.prepare(
    `SELECT json_group_array(id) AS ids FROM (SELECT rowid AS id FROM tokens
     WHERE tokens MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER))`,
  );
  const has = db.prepare('SELECT 1 FROM tokens WHERE tokens MATCH ? AND rowid = CAST(? AS INTEGER)');
  return {
    changedAfter: changedAfter(db),
    between: (term: string, first: number, last: number): number[] => listedIds(between.get(term, first, last)),
    has: (term: string, id: number): boolean => has.get(term, id) !== undefined,
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
  readonly #numbers = new Map<number, number>();
  readonly #terms = new Map<string, TermAmong>();
  /** Those that have not changed again. */
  readonly newest = noBits(MOST_CHANGES_KNOWN);
  /** The documents of before, by their places, that are as they were. */
  #same: Bits | undefined;
  #seen: number;
  #mayFind = MOST_FOUND;

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
    this.#mayFind = MOST_FOUND;
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
      if (this.#mayFind <= 0) return null;
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
    if (before !== undefined) return dropBit(this.newest, before);
    this.#same ??= noBits(this.#all.length).fill(-1);
    const place = this.#all.placeOf(id);
    if (this.#all.at(place) === id) dropBit(this.#same, place);
  }

  #find(term: string, { bits, upTo }: TermAmong, to: number): void {
    const ids = this.#ids.slice(upTo, to).sort((a, b) => a - b);
    const [first = 0] = ids;
    const last = ids.at(-1) ?? first;
    const between = this.#all.placeOf(last) - this.#all.placeOf(first) + ids.length;
    this.#mayFind -= Math.min(ids.length, between / READ_A_FOUND);
    const found =
      between > ids.length * READ_A_FOUND
        ? ids.filter((id) => this.#reader.has(term, id))
        : this.#reader.between(term, first, last);
    for (const id of found) {
      const number = this.#numbers.get(id);
      if (number !== undefined) addBit(bits, number);
    }
  }
}
