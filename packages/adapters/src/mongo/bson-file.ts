import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;

/** A document of MongoDB has 16 MB at most, and a little more where the server keeps it for itself. */
const MOST_BYTES = 17 * 1024 * 1024;
const LENGTH_BYTES = 4;
const LEAST_BYTES = 5;

/** Every type as it was: nothing becomes the number, text or buffer that JavaScript would make of it. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };

/**
 * Cuts a file of documents that lie one after the other, as `mongodump` writes them, into the documents.
 * @throws Error when it is no such file, or ends within a document
 */
export async function* documentsIn(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readInt32LE(at);
      if (length < LEAST_BYTES || length > MOST_BYTES) throw new Error(`it holds a document of ${length} bytes`);
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('it ends within a document');
}

/**
 * A document as the driver takes it, which writes the very types that it was read with.
 * @throws Error when a document has a type that would not come back
 */
export function exactDocument(bytes: Uint8Array): Record<string, unknown> {
  const document: Record<string, unknown> = BSON.deserialize(bytes, EXACT);
  // Types that are no more (undefined, symbols) are read as others, which have other lengths.
  if (BSON.calculateObjectSize(document) !== bytes.length)
    throw new Error('a document has values of a type that cannot be written again as it was');
  return document;
}

/** What `mongodump` writes beside a collection's documents. */
export const metadataText = (metadata: Record<string, unknown>): string =>
  BSON.EJSON.stringify(metadata, { relaxed: false });
