import type { IndexDocument, IndexField, PackedDocument } from './ports/search-index.port.ts';

/** What a document is known and compared by. */
export type DocumentHead = Pick<IndexDocument, 'phone' | 'revision'>;

/** What hardly any two documents have in common. */
type OwnPart = DocumentHead & Pick<IndexDocument['sort'], 'timestamp'>;

/** The rest of a document, which many may share: its own number stands as null among its terms. */
export interface DocumentContent {
  terms: Partial<Record<IndexField, ReadonlyArray<string | null>>>;
  facets?: IndexDocument['facets'];
  sort: Omit<IndexDocument['sort'], 'timestamp'>;
}

/** The term of a document's own number: its digits. */
export const ownTerm = (phone: string): string => phone.slice(1);

/** The rest of a document as one text: that of documents alike is the same. */
export function contentText({ phone, terms, facets, sort }: Omit<IndexDocument, 'revision'>): string {
  const own = ownTerm(phone);
  const phones = terms.phone?.map((term) => (term === own ? null : term));
  const { name, confidence } = sort;
  const content: DocumentContent = {
    terms: phones ? { ...terms, phone: phones } : terms,
    ...(facets ? { facets } : {}),
    sort: { name, confidence },
  };
  return JSON.stringify(content);
}

/** A document of its parts. @param content as `contentText` makes it */
export const joinDocument = ({ phone, revision, timestamp }: OwnPart, content: string): PackedDocument =>
  `${phone} ${revision} ${timestamp} ${content}`;

/** A document to be handed to another thread at the cost of one text, whatever it holds. */
export const packDocument = (document: IndexDocument): PackedDocument =>
  joinDocument({ ...document, timestamp: document.sort.timestamp }, contentText(document));

/** Phone and revision of a document that `packDocument` made, without parsing the rest. */
export function headOf(packed: PackedDocument): DocumentHead {
  const afterPhone = packed.indexOf(' ');
  return {
    phone: packed.slice(0, afterPhone),
    revision: Number(packed.slice(afterPhone + 1, packed.indexOf(' ', afterPhone + 1))),
  };
}

/** The phone alone. */
export const phoneOf = (packed: PackedDocument): string => packed.slice(0, packed.indexOf(' '));

/** The timestamp, and the content as `contentText` made it. */
export function splitDocument(packed: PackedDocument): { timestamp: number; content: string } {
  const at = packed.indexOf('{');
  return { timestamp: Number(packed.slice(packed.lastIndexOf(' ', at - 2) + 1, at - 1)), content: packed.slice(at) };
}

/** Reads a text that `contentText` made. */
export const readContent = (content: string): DocumentContent => JSON.parse(content) as DocumentContent;

/** Reads a document that `packDocument` made. */
export function unpackDocument(packed: PackedDocument): IndexDocument {
  const { timestamp, content } = splitDocument(packed);
  const { terms, facets, sort } = readContent(content);
  const head = headOf(packed);
  const phones = terms.phone?.map((term) => term ?? ownTerm(head.phone));
  return {
    ...head,
    terms: { ...(terms as IndexDocument['terms']), ...(phones ? { phone: phones } : {}) },
    ...(facets ? { facets } : {}),
    sort: { name: sort.name, timestamp, confidence: sort.confidence },
  };
}
