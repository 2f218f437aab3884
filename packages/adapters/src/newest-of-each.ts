import type { PackedDocument } from '@numscope/platform';

/** One document of each phone: of several, the last with the greatest revision. */
export function newestOfEach(documents: readonly PackedDocument[]): PackedDocument[] {
  const newest = new Map<string, PackedDocument>();
  for (const document of documents) {
    const known = newest.get(document.phone);
    if (!known || known.revision <= document.revision) newest.set(document.phone, document);
  }
  return [...newest.values()];
}
