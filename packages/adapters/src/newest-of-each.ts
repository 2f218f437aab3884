import type { PackedDocument } from '@numscope/platform';
import { type DocumentHead, headOf } from '@numscope/platform/packed-documents';

/** A document that is not unpacked yet, with its head. */
export interface HeadedDocument extends DocumentHead {
  packed: PackedDocument;
}

/** One document of each phone: of several, the last with the greatest revision. */
export function newestOfEach(documents: readonly PackedDocument[]): HeadedDocument[] {
  const newest = new Map<string, HeadedDocument>();
  for (const packed of documents) {
    const { phone, revision } = headOf(packed);
    const known = newest.get(phone);
    if (!known || known.revision <= revision) newest.set(phone, { phone, revision, packed });
  }
  return [...newest.values()];
}
