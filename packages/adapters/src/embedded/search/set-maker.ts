import type { DatabaseSync } from '../../sqlite/index.ts';
import { addBit, type Bits, noSharedBits } from './bits.ts';
import { MOST_CHANGES_KNOWN } from './change-log.ts';
import { type HitsAfter, listedHitsAfter, listedIds } from './listed-ids.ts';
import { OrderReader } from './order-reader.ts';
import { OrderedIds } from './ordered-ids.ts';
import type { SetsLink } from './sets-link.ts';
import type { SortKey } from './sort-keys.ts';
import { orderNamed } from './sort-orders.ts';
import { SortedPlaces } from './sorted-places.ts';

/** A set costs as much as five looks through its term's list; a term asked for so often will be again. */
const OFTEN = 4;
const MOST_COUNTED = 5000;
/** Beyond it the ids alone would take more memory than the sets are worth. */
const MOST_DOCS = 16_000_000;
const SETS_BYTES = 16 * 1024 * 1024;
/** Of many documents a set is large; so many bytes a document leave room for those of 128 terms. */
const SETS_BYTES_A_DOC = 16;
/** A few milliseconds of work; between slices the thread hears what is asked for. */
const SLICE_ROWS = 20_000;
/** Orders are not made anew before nothing has changed for so long. */
const QUIET_MS = 2000;
/** What documents change under is made anew after so many times as long as it took, so that a job keeps most of a processor. */
const REST_TIMES = 2;

/** When the making of sets goes on. */
export interface Rhythm {
  /** Milliseconds since whenever. */
  now(): number;
  /** Runs it soon, but lets others go first. */
  later(slice: () => void): void;
}

export interface SetMakerOptions {
  rhythm?: Rhythm;
  /** What all sets may take at least, however few documents there are. */
  leastBytes?: number;
  sliceRows?: number;
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

/** What is made of the documents of one moment. */
interface Making {
  number: number;
  /** How many changes there had been, ever. */
  changes: number;
  ids: OrderedIds;
  areIdsWhole: boolean;
  sets: Map<string, TermSet>;
  orders: Map<SortKey, SortedPlaces>;
  /** Those for whose sets there was no room, because longer lists have theirs. */
  tooShort: Set<string>;
  unfinished: Unfinished | null;
  /** Milliseconds of work. */
  took: number;
}

/**
 * Makes the sets and orders that those who read the index miss, and hands them out. What is asked for most is made
 * first. Documents may change meanwhile: whoever reads knows which have since the first id was read, and looks at those
 * one by one; when these are too many, all is made anew.
 */
export class SetMaker {
  readonly #link: SetsLink;
  readonly #isOpen: () => boolean;
  readonly #rhythm: Rhythm;
  readonly #leastBytes: number;
  readonly #sliceRows: number;
  readonly #total;
  readonly #idsAfter;
  readonly #hitsAfter: HitsAfter;
  readonly #orderReader: OrderReader;
  readonly #asked = new Map<string, number>();
  #making: Making | undefined;
  #nextNumber = Math.random();
  #isWorking = false;
  #lastChanges = -1;
  #changedAt = Number.NEGATIVE_INFINITY;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(
    db: DatabaseSync,
    link: SetsLink,
    { rhythm = ownRhythm, leastBytes = SETS_BYTES, sliceRows = SLICE_ROWS }: SetMakerOptions = {},
  ) {
    this.#link = link;
    this.#rhythm = rhythm;
    this.#leastBytes = leastBytes;
    this.#sliceRows = sliceRows;
    this.#isOpen = () => db.isOpen;
    this.#total = db.prepare('SELECT value AS n FROM totals WHERE name = ?');
    this.#idsAfter = db.prepare(
      `SELECT json_group_array(id) AS ids FROM (SELECT id FROM docs WHERE id > ? ORDER BY id LIMIT ?)`,
    );
    this.#hitsAfter = listedHitsAfter(db);
    this.#orderReader = new OrderReader(db);
  }

  /** Hears from now on what is missed. */
  begin(): void {
    this.#link.hear((message) => {
      if (message.kind === 'missed') this.#ask(message.times);
      else if (message.kind === 'new reader') this.#tellAll();
    });
  }

  #ask(times: ReadonlyMap<string, number>): void {
    if (this.#asked.size >= MOST_COUNTED) this.#asked.clear();
    this.#forgetOld();
    for (const [name, more] of times)
      if (!this.#isSettled(name)) this.#asked.set(name, (this.#asked.get(name) ?? 0) + more);
    this.#work();
  }

  /** Whether it is there, or there is no room for it. */
  #isSettled(name: string): boolean {
    const making = this.#making;
    if (!making) return false;
    const key = orderNamed(name);
    if (key) return making.changes === this.#lastChanges && (making.orders.get(key)?.isWhole ?? false);
    return making.sets.has(name) || making.tooShort.has(name);
  }

  #work(): void {
    if (this.#isWorking || this.#rhythm.now() < this.#restUntil || this.#nextWanted() === undefined) return;
    this.#isWorking = true;
    this.#rhythm.later(() => {
      this.#isWorking = false;
      if (!this.#isOpen()) return;
      const begun = this.#rhythm.now();
      this.#forgetOld();
      if (begun >= this.#restUntil) this.#slice();
      if (this.#making) this.#making.took += this.#rhythm.now() - begun;
      this.#work();
    });
  }

  #slice(): void {
    const making = (this.#making ??= this.#begin());
    const wanted = this.#nextWanted();
    if (!making.areIdsWhole) this.#readIds(making);
    else if (making.unfinished) this.#readTerm(making, making.unfinished);
    else if (wanted !== undefined) this.#readWanted(making, wanted);
  }

  #readWanted(making: Making, wanted: string): void {
    const key = orderNamed(wanted);
    if (key) this.#readOrder(making, key, wanted);
    else making.unfinished = { term: wanted, bits: noSharedBits(making.ids.length), size: 0, after: 0, place: 0 };
  }

  #totalOf(name: 'docs' | 'changes'): number {
    return Number(this.#total.get(name)?.['n'] ?? 0);
  }

  /** What is asked for most and can be made now; an order only where no document has changed since the ids were read. */
  #nextWanted(): string | undefined {
    const docs = this.#totalOf('docs');
    if (docs === 0 || docs > MOST_DOCS) return undefined;
    const canBeOrdered = this.#making === undefined || this.#making.changes === this.#lastChanges;
    let [most, wanted]: [number, string | undefined] = [OFTEN - 1, undefined];
    for (const [name, times] of this.#asked)
      if (times > most && (canBeOrdered || !orderNamed(name))) [most, wanted] = [times, name];
    return wanted;
  }

  #forgetOld(): void {
    const changes = this.#totalOf('changes');
    const now = this.#rhythm.now();
    if (changes !== this.#lastChanges) [this.#lastChanges, this.#changedAt] = [changes, now];
    if (!this.#making || this.#making.changes === changes) return;
    const { changes: before, took, sets } = this.#making;
    const isOrderMissed = [...this.#asked].some(([name, times]) => orderNamed(name) && times >= OFTEN);
    const isQuiet = now - this.#changedAt >= Math.max(QUIET_MS, took * REST_TIMES);
    if (changes - before <= MOST_CHANGES_KNOWN && !(isOrderMissed && isQuiet)) return;
    for (const term of sets.keys()) this.#asked.set(term, OFTEN);
    this.#making = undefined;
    this.#restUntil = isOrderMissed && isQuiet ? now : now + took * REST_TIMES;
    this.#link.say({ kind: 'nothing' });
  }

  #begin(): Making {
    return {
      number: this.#nextNumber++,
      changes: this.#totalOf('changes'),
      // Those that come meanwhile have their places, too.
      ids: OrderedIds.withRoom(this.#totalOf('docs') + MOST_CHANGES_KNOWN),
      areIdsWhole: false,
      sets: new Map(),
      orders: new Map(),
      tooShort: new Set(),
      unfinished: null,
      took: 0,
    };
  }

  #readIds(making: Making): void {
    const { ids } = making;
    const last = ids.length === 0 ? 0 : ids.at(ids.length - 1);
    const read = listedIds(this.#idsAfter.get(last, this.#sliceRows));
    ids.push(read);
    if (read.length === this.#sliceRows) return;
    making.areIdsWhole = true;
    this.#tellIds(making);
  }

  #readTerm(making: Making, set: Unfinished): void {
    const hits = this.#hitsAfter(set.term, set.after, this.#sliceRows);
    for (const id of hits) {
      set.place = making.ids.placeOf(id, set.place);
      // One that came meanwhile has no place.
      if (making.ids.at(set.place) === id) addBit(set.bits, set.place);
    }
    set.after = hits.at(-1) ?? set.after;
    set.size += hits.length;
    if (hits.length < this.#sliceRows) this.#finish(making, set);
  }

  #finish(making: Making, { term, bits, size }: Unfinished): void {
    making.unfinished = null;
    this.#asked.delete(term);
    making.sets.set(term, { bits, size });
    this.#link.say({ kind: 'set', term, bits });
    const most = Math.max(this.#leastBytes, SETS_BYTES_A_DOC * making.ids.length) / bits.byteLength;
    while (making.sets.size > most) this.#dropShortest(making);
  }

  /** The longer a term's list, the more its set spares. It is not made again, else terms that are asked for in turns would be made all the time. */
  #dropShortest({ sets, tooShort }: Making): void {
    const [shortest] = [...sets].toSorted(([, a], [, b]) => a.size - b.size)[0] ?? [];
    if (shortest === undefined) return;
    sets.delete(shortest);
    this.#link.say({ kind: 'no set', term: shortest });
    if (tooShort.size >= MOST_COUNTED) tooShort.clear();
    tooShort.add(shortest);
  }

  #readOrder({ orders, ids }: Making, key: SortKey, name: string): void {
    const places = orders.get(key) ?? SortedPlaces.withRoom(ids.length);
    orders.set(key, places);
    if (this.#orderReader.read(key, places, ids)) return;
    this.#asked.delete(name);
    if (places.isWhole) this.#link.say({ kind: 'order', key, places: places.shared });
  }

  #tellIds({ number, changes, ids }: Making): void {
    this.#link.say({ kind: 'ids', number, changes, ids: ids.shared });
  }

  #tellAll(): void {
    const making = this.#making;
    if (!making?.areIdsWhole) return;
    this.#tellIds(making);
    for (const [term, { bits }] of making.sets) this.#link.say({ kind: 'set', term, bits });
    for (const [key, places] of making.orders)
      if (places.isWhole) this.#link.say({ kind: 'order', key, places: places.shared });
  }
}
