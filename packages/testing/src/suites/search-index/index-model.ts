import { byFacetField } from '@numscope/contracts/profile-fields';
import {
  type FacetCounts,
  type IndexDocument,
  type IndexHits,
  type IndexMatch,
  type IndexConditions,
  type IndexQuery,
  type IndexSort,
  type PackedDocument,
  unpackDocument,
} from '@numscope/platform';

const fitsMatch = (document: IndexDocument, { field, all, prefix }: IndexMatch): boolean => {
  const own = document.terms[field] ?? [];
  return all.every((term, place) =>
    prefix && place === all.length - 1 ? own.some((word) => word.startsWith(term)) : own.includes(term),
  );
};

const fits = (document: IndexDocument, { must, should, not = [] }: IndexConditions): boolean => {
  const any = (matches: readonly IndexMatch[]): boolean => matches.some((match) => fitsMatch(document, match));
  return must.every(any) && (should.length === 0 || should.some(any)) && !any(not);
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

function keyOf({ phone, sort, terms }: IndexDocument, by: IndexSort): string | number {
  if (by.field === 'phone') return phone;
  if (by.field !== 'image') return sort[by.field];
  const first = by.terms.findIndex((term) => terms.image?.includes(term));
  return first === -1 ? 0 : by.terms.length - first;
}

/** What a search index must answer, said as plainly as possible: a loop over all documents. */
export class IndexModel {
  readonly documents = new Map<string, IndexDocument>();

  upsert(documents: readonly PackedDocument[]): void {
    for (const document of documents.map(unpackDocument)) {
      const present = this.documents.get(document.phone);
      if (!present || present.revision <= document.revision) this.documents.set(document.phone, document);
    }
  }

  remove(phones: readonly string[]): void {
    for (const phone of phones) this.documents.delete(phone);
  }

  phones(query: IndexConditions): string[] {
    return this.#hits(query)
      .map(({ phone }) => phone)
      .sort(compare);
  }

  search(query: IndexQuery): IndexHits {
    const sort = query.sort ?? { field: 'phone', direction: 'ASC' };
    const sign = sort.direction === 'ASC' ? 1 : -1;
    // Each key is made once: that of pictures takes long.
    const hits = this.#hits(query)
      .map((document) => ({ phone: document.phone, key: keyOf(document, sort) }))
      .sort((a, b) => sign * (compare(a.key, b.key) || compare(a.phone, b.phone)));
    const most = query.countUpTo ?? hits.length;
    return {
      phones: hits.slice(query.offset, query.offset + query.limit).map(({ phone }) => phone),
      total: Math.min(hits.length, most),
      totalIsLowerBound: hits.length > most,
    };
  }

  facets(query: IndexConditions, most: number): FacetCounts {
    const hits = this.#hits(query);
    return byFacetField((field) => {
      const all = hits.flatMap(({ facets }) => facets?.[field] ?? []);
      const counts = [...Map.groupBy(all, (value) => value)].map(([value, { length }]) => ({
        value,
        documents: length,
      }));
      counts.sort((a, b) => b.documents - a.documents || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
      return counts.slice(0, most);
    });
  }

  #hits(query: IndexConditions): IndexDocument[] {
    return [...this.documents.values()].filter((document) => fits(document, query));
  }
}
