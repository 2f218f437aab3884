import type {
  IndexDocument,
  IndexHits,
  IndexMatch,
  IndexConditions,
  IndexQuery,
  SearchIndex,
} from '@numscope/platform';

const matches = (document: IndexDocument, { field, all, prefix }: IndexMatch): boolean => {
  const terms = document.terms[field] ?? [];
  return all.every((term, place) =>
    prefix && place === all.length - 1 ? terms.some((own) => own.startsWith(term)) : terms.includes(term),
  );
};

const fits = (document: IndexDocument, { must, should }: IndexConditions): boolean => {
  const any = (options: readonly IndexMatch[]): boolean => options.some((match) => matches(document, match));
  return must.every(any) && (should.length === 0 || should.some(any));
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

/** A document with a smaller revision never replaces one with a greater. */
function put(into: Map<string, IndexDocument | null>, document: IndexDocument): void {
  const present = into.get(document.phone);
  if (!present || present.revision <= document.revision) into.set(document.phone, document);
}

/** The index by its words alone: a loop over all documents. */
export class NaiveIndex implements SearchIndex {
  isShared = false;
  outdated = false;
  readonly documents = new Map<string, IndexDocument>();
  /** What a rebuild under way has so far, and what is written meanwhile; null for what was removed. */
  #rebuilding: Map<string, IndexDocument | null> | null = null;
  #failure: Error | null = null;

  failWith(error: Error | null): void {
    this.#failure = error;
  }

  async upsert(documents: readonly IndexDocument[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    for (const document of documents) {
      put(this.documents, document);
      if (this.#rebuilding) put(this.#rebuilding, document);
    }
  }

  async remove(phones: readonly string[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    for (const phone of phones) {
      this.documents.delete(phone);
      this.#rebuilding?.set(phone, null);
    }
  }

  async search(query: IndexQuery): Promise<IndexHits> {
    const hits = this.#hits(query);
    const { field, direction } = query.sort ?? { field: 'phone', direction: 'ASC' };
    const key = (document: IndexDocument): string | number =>
      field === 'phone' ? document.phone : document.sort[field];
    hits.sort((a, b) => (direction === 'ASC' ? 1 : -1) * compare(key(a), key(b)) || compare(a.phone, b.phone));
    const most = query.countUpTo ?? hits.length;
    return {
      phones: hits.slice(query.offset, query.offset + query.limit).map(({ phone }) => phone),
      total: Math.min(hits.length, most),
      totalIsLowerBound: hits.length > most,
    };
  }

  async *scan(query: IndexConditions, sliceSize: number): AsyncIterable<string[]> {
    const phones = this.#hits(query)
      .map(({ phone }) => phone)
      .sort();
    for (let at = 0; at < phones.length; at += sliceSize) yield phones.slice(at, at + sliceSize);
  }

  async count(): Promise<number> {
    return this.documents.size;
  }

  async isOutdated(): Promise<boolean> {
    return this.outdated;
  }

  async rebuild(slices: AsyncIterable<readonly IndexDocument[]>): Promise<boolean> {
    const built = (this.#rebuilding = new Map<string, IndexDocument | null>());
    try {
      for await (const slice of slices)
        for (const document of slice) if (built.get(document.phone) !== null) put(built, document);
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

  #hits(query: IndexConditions): IndexDocument[] {
    return [...this.documents.values()].filter((document) => fits(document, query));
  }
}
