import {
  type FacetCounts,
  type IndexConditions,
  type IndexDocument,
  type IndexHits,
  type IndexQuery,
  type PackedDocument,
  phoneOf,
  type SearchIndex,
  unpackDocument,
} from '@numscope/platform';
import { IndexModel } from '@numscope/testing/suites';

/** A document with a smaller revision never replaces one with a greater. */
function put(into: Map<string, IndexDocument | null>, packed: PackedDocument): void {
  const document = unpackDocument(packed);
  const present = into.get(document.phone);
  if (!present || present.revision <= document.revision) into.set(document.phone, document);
}

/** The index by its words alone: a loop over all documents. */
export class NaiveIndex implements SearchIndex {
  isShared = false;
  outdated = false;
  name = 'naive';
  readonly #model = new IndexModel();
  readonly documents = this.#model.documents;
  /** What a rebuild under way has so far, and what is written meanwhile; null for what was removed. */
  #rebuilding: Map<string, IndexDocument | null> | null = null;
  #failure: Error | null = null;
  /** How many writes and rebuilds have failed. */
  failures = 0;

  failWith(error: Error | null): void {
    this.#failure = error;
  }

  #failIfTold(): void {
    if (!this.#failure) return;
    this.failures++;
    throw this.#failure;
  }

  async upsert(documents: readonly PackedDocument[]): Promise<void> {
    this.#failIfTold();
    this.#model.upsert(documents);
    if (this.#rebuilding) for (const document of documents) put(this.#rebuilding, document);
  }

  async remove(phones: readonly string[]): Promise<void> {
    this.#failIfTold();
    this.#model.remove(phones);
    for (const phone of phones) this.#rebuilding?.set(phone, null);
  }

  async search(query: IndexQuery): Promise<IndexHits> {
    return this.#model.search(query);
  }

  async facets(conditions: IndexConditions, most: number): Promise<FacetCounts> {
    return this.#model.facets(conditions, most);
  }

  async *scan(query: IndexConditions, sliceSize: number): AsyncIterable<string[]> {
    const phones = this.#model.phones(query);
    for (let at = 0; at < phones.length; at += sliceSize) yield phones.slice(at, at + sliceSize);
  }

  async count(): Promise<number> {
    return this.documents.size;
  }

  async identity(): Promise<string> {
    return this.name;
  }

  async isOutdated(): Promise<boolean> {
    return this.outdated;
  }

  async rebuild(slices: AsyncIterable<readonly PackedDocument[]>): Promise<boolean> {
    this.#failIfTold();
    const built = (this.#rebuilding = new Map<string, IndexDocument | null>());
    try {
      for await (const slice of slices)
        for (const document of slice) if (built.get(phoneOf(document)) !== null) put(built, document);
    } finally {
      this.#rebuilding = null;
    }
    this.documents.clear();
    for (const [phone, document] of built) if (document) this.documents.set(phone, document);
    this.outdated = false;
    return true;
  }

  async check(): Promise<void> {
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    this.documents.clear();
  }
}
