import { type AuditEntry, limits } from '@numscope/contracts';
import { isTransient, type Logger, reasonOf, TransientError } from '@numscope/platform';
import { type AuditQuery, readAuditFilter } from '../../domain/audit-filter.ts';
import type { ChainHead } from '../../domain/chain-link.ts';
import { phonesIn } from '../../domain/phones-in.ts';
import { Follower } from '../../follower.ts';
import { auditEnd } from './audit-chain.ts';
import { type AuditCollections, type EntryDocument, rowsAt } from './audit-collections.ts';
import { filterOf, LONGEST_SEARCH_MS, shown, withArgs } from './audit-search.ts';
import type { AuditHits } from '../audit-store.port.ts';
import type { AuditTexts } from '../audit-texts.port.ts';

/** Some tenths of a second of the engine. */
const SLICE = 1000;
/** Elasticsearch opens no page beyond (`max_result_window` of the index). */
const FURTHEST = limits.exactSearchHits + limits.maxPageSize;
/** How long a search waits for the newest entries to be in the index, before it is done without. */
const PATIENCE_MS = 3000;

/**
 * Searches by text through an index beside MongoDB, which follows the chain. What the index says is looked at in the
 * store: an entry is answered only as it stands there.
 */
export class TextSearch {
  readonly #collections: AuditCollections;
  readonly #texts: AuditTexts;
  readonly #log: Logger;
  readonly #follower: Follower;
  #isCounted = false;
  /** Whether entries may be in the index that the trail has no more. What ran before may have left some. */
  #hasLeft = true;

  constructor(collections: AuditCollections, texts: AuditTexts, log: Logger) {
    this.#collections = collections;
    this.#texts = texts;
    this.#log = log;
    this.#follower = new Follower({
      head: () => auditEnd(collections),
      place: (head) => this.#place(head),
      keepPlace: (seq, after) => this.#keepPlace(seq, after),
      work: (after, to) => this.#put(after, to),
      slice: SLICE,
      log,
      onFault: 'entries of the audit trail could not be put into the index of texts; tried again soon',
    });
  }

  get behind(): number {
    return this.#follower.behind;
  }

  wake(): void {
    this.#follower.wake();
  }

  async close(): Promise<void> {
    await this.#follower.close();
    await this.#texts.close();
  }

  /** Null: the index cannot answer, because it is away, lacks entries that are there already, or opens no page so far down. */
  search(query: AuditQuery, offset: number, limit: number): Promise<AuditHits | null> {
    if (offset + limit > FURTHEST) return Promise.resolve(null);
    return this.#unlessAway(() => this.#found(query, offset, limit));
  }

  /** The newest entries that name a phone; null as above. */
  ofPhone(digits: string, limit: number): Promise<AuditEntry[] | null> {
    return this.#unlessAway(() => this.#naming(digits, limit));
  }

  /**
   * Takes entries out that the store is about to lose, and behind which the trail begins already. The retention never
   * waits for the index: what is left in it goes as soon as the index takes writes again, and is not answered until then.
   */
  async remove(places: readonly number[]): Promise<void> {
    if (this.#hasLeft) return;
    try {
      await this.#texts.remove(places);
    } catch (error) {
      this.#hasLeft = true;
      this.#follower.wake();
      this.#log.warn(
        { reason: reasonOf(error) },
        'entries that the retention removes are still in the index of texts; they go once it takes writes again',
      );
    }
  }

  async #unlessAway<T>(ask: () => Promise<T>): Promise<T | null> {
    const { entries } = await auditEnd(this.#collections);
    if (!(await this.#follower.reached(entries, PATIENCE_MS))) {
      this.#log.warn(
        { behind: this.#follower.behind },
        'the index of texts lacks the newest entries of the audit trail: a search reads the entries themselves',
      );
      return null;
    }
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error)) throw error;
      this.#log.warn({ reason: reasonOf(error) }, 'a search reads the entries of the audit trail themselves');
      return null;
    }
  }

  /** What has the digits may have more of them around: each is looked at. */
  async #naming(digits: string, limit: number): Promise<AuditEntry[]> {
    const query = readAuditFilter({ page: 0, size: limit, actionTypes: [], text: digits }, null);
    const naming: Array<Pick<EntryDocument, '_id'>> = [];
    for (let offset = 0; naming.length < limit && offset <= limits.exactSearchHits; offset += limits.maxPageSize) {
      const { places } = await this.#texts.search(query, offset, limits.maxPageSize, limits.exactSearchHits);
      const found = await this.#collections.entries
        .find({ _id: { $in: places } }, { projection: { ...shown, args: 1 } })
        .toArray();
      const byPlace = new Map(found.map((one) => [one._id, one]));
      naming.push(
        ...places
          .flatMap((place) => byPlace.get(place) ?? [])
          .filter(({ details, args }) => phonesIn(details, args).includes(digits)),
      );
      if (places.length < limits.maxPageSize) break;
    }
    return withArgs(this.#collections, naming.slice(0, limit));
  }

  async #found(query: AuditQuery, offset: number, limit: number): Promise<AuditHits> {
    const bound = limits.exactSearchHits;
    const { places, total } = await this.#texts.search(query, offset, limit, bound);
    const filter = { _id: { $in: places }, ...filterOf(query) };
    const stand = await this.#collections.entries
      .find(filter, { projection: shown, maxTimeMS: LONGEST_SEARCH_MS })
      .toArray();
    const byPlace = new Map(stand.map((one) => [one._id, one]));
    const strange = places.filter((place) => !byPlace.has(place));
    if (strange.length > 0) await this.#mend(strange);
    const left = total - strange.length;
    return {
      entries: await withArgs(
        this.#collections,
        places.flatMap((place) => byPlace.get(place) ?? []),
      ),
      total: Math.min(left, bound),
      totalIsLowerBound: left > bound,
    };
  }

  /** An index that was put back, or written by somebody else, says what is not so. */
  async #mend(places: readonly number[]): Promise<void> {
    const rows = await rowsAt(this.#collections, { $in: places });
    const there = new Set(rows.map(({ seq }) => seq));
    const gone = places.filter((place) => !there.has(place));
    this.#log.warn(
      { entries: places.length, first: places[0] },
      'the index of texts told of entries that are not so in the audit trail: it is put right',
    );
    try {
      await this.#texts.put(rows);
      await this.#texts.remove(gone);
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'the index of texts takes nothing that would put it right');
    }
  }

  /** An index that knows more than there is was not made of this trail; neither was one that lacks some of it. */
  async #place({ entries, begins }: ChainHead): Promise<number> {
    const place = await this.#texts.place();
    const isWhole =
      place <= entries && (this.#isCounted || place <= begins.seq || (await this.#hasAll(begins.seq, place)));
    this.#isCounted = true;
    if (isWhole) {
      if (this.#hasLeft) await this.#removeLeft();
      return place;
    }
    this.#log.warn('the index of texts is not one of this audit trail; it is made anew');
    await this.#texts.empty();
    return 0;
  }

  /** Where the trail begins is read after the note is gone: what is removed from then on is taken out by its remover. */
  async #removeLeft(): Promise<void> {
    this.#hasLeft = false;
    try {
      const { begins } = await auditEnd(this.#collections);
      for (;;) {
        const places = begins.seq === 0 ? [] : await this.#texts.placesUpTo(begins.seq, SLICE);
        if (places.length === 0) return;
        await this.#texts.remove(places);
      }
    } catch (error) {
      this.#hasLeft = true;
      throw error;
    }
  }

  /** The entries are counted only where there are not as many as there should be: the trail itself may lack some. */
  async #hasAll(after: number, to: number): Promise<boolean> {
    const count = await this.#texts.count(after, to);
    return (
      count === to - after ||
      count === (await this.#collections.entries.countDocuments({ _id: { $gt: after, $lte: to } }))
    );
  }

  /** An index that was made anew while entries were put into the one before lacks those up to `after`. */
  async #keepPlace(seq: number, after: number): Promise<void> {
    if ((await this.#texts.place()) < after) {
      this.#isCounted = false;
      throw new TransientError('the index of texts was made anew meanwhile');
    }
    await this.#texts.keepPlace(seq);
  }

  async #put(after: number, to: number): Promise<void> {
    await this.#texts.put(await rowsAt(this.#collections, { $gt: after, $lte: to }));
    // The retention may have taken some of them away meanwhile.
    const { begins } = await auditEnd(this.#collections);
    const last = Math.min(begins.seq, to);
    if (last > after) await this.#texts.remove(Array.from({ length: last - after }, (_none, n) => after + 1 + n));
  }
}
