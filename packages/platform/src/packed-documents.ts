import type { IndexDocument, PackedDocument } from './ports/search-index.port.ts';

/** What stands in a document's text: all but what it is known and compared by. */
type Content = Omit<IndexDocument, 'phone' | 'revision'>;

/** A document to be handed to another thread at the cost of one text, whatever it holds. */
export const packDocument = ({ phone, revision, ...content }: IndexDocument): PackedDocument => ({
  phone,
  revision,
  content: JSON.stringify(content satisfies Content),
});

/** Of a document that `packDocument` made. */
export const unpackDocument = ({ phone, revision, content }: PackedDocument): IndexDocument => ({
  phone,
  revision,
  ...(JSON.parse(content) as Content),
});
