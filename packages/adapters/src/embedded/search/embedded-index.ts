import type {
  FacetCounts,
  IndexHits,
  IndexConditions,
  IndexQuery,
  PackedDocument,
  SearchIndex,
} from '@numscope/platform';
import { phoneOf } from '@numscope/platform/packed-documents';
import { openWorkerStore, type RemoteStore } from '../../sqlite/index.ts';
import { FacetCounter } from './facet-counter.ts';
import { InPlaceRebuild } from './in-place-rebuild.ts';
import { SetsThread } from './sets-thread.ts';
import { expressionOf } from './match-expression.ts';
import { hitsOf, pageRequestOf } from './page-request.ts';
import { idOfPhone, phoneOfId } from '../../phone-order.ts';

type IndexStore = typeof import('./index-store.ts');
type Store = RemoteStore<IndexStore>;

/**
 * Two, because a search of a common word must not hold up the quick ones. Shared with the stores whose reads go along
 * with searches.
 */
const READERS = ['readers', 'search'] as const;
/** A scan asks for so many at once, because each asking begins the match anew. */
const SCAN_IDS = 5000;
const QUIET_MS = 5000;
const PAUSE_MS = 20;

class EmbeddedIndex implements SearchIndex {
  readonly isShared = false;
  readonly #store: Store;
  readonly #facets: FacetCounter;
  readonly #sets: SetsThread;
  #rebuild: InPlaceRebuild | undefined;
  #tidying: NodeJS.Timeout | undefined;
  #writtenAt = 0;
  #closed = false;

  constructor(store: Store, sets: SetsThread) {
    this.#store = store;
    this.#sets = sets;
    this.#facets = new FacetCounter(store);
  }

  async upsert(documents: readonly PackedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    this.#rebuild?.note(documents.map(phoneOf));
    await this.#store.upsert(documents);
    this.#writtenAt = performance.now();
    this.#tidyIn(QUIET_MS);
  }

  async remove(phones: readonly string[]): Promise<void> {
    this.#rebuild?.note(phones);
    if (phones.length > 0) await this.#store.remove(phones.map(idOfPhone));
  }

  async search(query: IndexQuery): Promise<IndexHits> {
    return hitsOf(await this.#store.search(pageRequestOf(query)));
  }

  async facets(conditions: IndexConditions, most: number): Promise<FacetCounts> {
    return this.#facets.count(expressionOf(conditions), most);
  }

  async *scan(query: IndexConditions, sliceSize: number): AsyncIterable<string[]> {
    const expression = expressionOf(query);
    const most = Math.max(sliceSize, SCAN_IDS - (SCAN_IDS % sliceSize));
    for (let after = 0; ;) {
      const ids = await this.#store.after(expression, after, most);
      for (let at = 0; at < ids.length; at += sliceSize) yield ids.slice(at, at + sliceSize).map(phoneOfId);
      after = ids.at(-1) ?? after;
      if (ids.length < most) return;
    }
  }

  async count(): Promise<number> {
    return this.#store.count();
  }

  async identity(): Promise<string> {
    return this.#store.identity();
  }

  async isOutdated(): Promise<boolean> {
    return this.#store.isOutdated();
  }

  async rebuild(slices: AsyncIterable<readonly PackedDocument[]>): Promise<boolean> {
    if (this.#rebuild) return false;
    const store = this.#store;
    this.#rebuild = new InPlaceRebuild({
      replace: (documents) => store.replace(documents),
      remove: (ids) => store.remove(ids),
      after: (after, limit) => store.after('all', after, limit),
    });
    try {
      await this.#rebuild.run(slices);
      await store.isWhole();
    } finally {
      this.#rebuild = undefined;
    }
    this.#writtenAt = performance.now();
    this.#tidyIn(QUIET_MS);
    return true;
  }

  async scrub(): Promise<void> {
    await this.#store.scrub();
  }

  async check(): Promise<void> {
    await this.#store.check(Date.now());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#tidying);
    await this.#sets.close();
    await this.#store.close();
  }

  /**
   * Once nothing is written any more the pieces are merged, slice by slice: a query then has fewer places to look into.
   */
  #tidyIn(ms: number): void {
    clearTimeout(this.#tidying);
    if (this.#closed) return;
    this.#tidying = setTimeout(
      () => {
        this.#store.tidy().then(
          (more) => (more ? this.#tidyIn(PAUSE_MS) : undefined),
          () => this.#tidyIn(QUIET_MS),
        );
      },
      Math.max(ms, this.#writtenAt + QUIET_MS - performance.now()),
    ).unref();
  }
}

/**
 * Opens the search index of one process: SQLite FTS5 in one file, written in one worker thread and read in up to two others,
 * for which a fourth makes sets of common terms where there are many documents.
 */
export async function openEmbeddedIndex(options: { path: string }): Promise<SearchIndex> {
  const store = await openWorkerStore<IndexStore>({
    module: new URL('./index-store.ts', import.meta.url),
    options: { path: options.path },
    threads: { readers: READERS },
  });
  return new EmbeddedIndex(store, new SetsThread(options.path));
}
