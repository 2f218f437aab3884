import type { IndexDocument, PackedDocument } from './ports/search-index.port.ts';

/** What a document is known and compared by. */
export type DocumentHead = Pick<IndexDocument, 'phone' | 'revision'>;

/** The rest of it. */
type Content = Omit<IndexDocument, keyof DocumentHead>;

/** A document to be handed to another thread at the cost of one text, whatever it holds. */
export const packDocument = ({ phone, revision, ...content }: IndexDocument): PackedDocument =>
  `${phone} ${revision} ${JSON.stringify(content satisfies Content)}`;

/** Of a document that `packDocument` made, without reading the rest. */
export function headOf(packed: PackedDocument): DocumentHead {
  const afterPhone = packed.indexOf(' ');
  return {
    phone: packed.slice(0, afterPhone),
    revision: Number(packed.slice(afterPhone + 1, packed.indexOf(' ', afterPhone + 1))),
  };
}

/** Of the same. */
export const phoneOf = (packed: PackedDocument): string => packed.slice(0, packed.indexOf(' '));

/** Of a document that `packDocument` made. */
export const unpackDocument = (packed: PackedDocument): IndexDocument => ({
  ...headOf(packed),
  ...(JSON.parse(packed.slice(packed.indexOf('{'))) as Content),
});
