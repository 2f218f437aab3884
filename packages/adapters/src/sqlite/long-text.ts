import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Shorter texts are kept as they are: a call costs 50 to 80 µs whatever the length, and its memory outside of the heap
 * makes the collector come more often. Half of the processor time of a source that answers ten at a time went there.
 */
const SHORT_CHARS = 131_072;
/** Quick, and still finds what a batch of events repeats: half a microsecond an event, a tenth of the bytes. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: -3 } };

/** A text for a column that `column.longText` reads: compressed where it is long (zstd, RFC 8878), else as it is. */
export const longText = (text: string): string | Uint8Array =>
  text.length < SHORT_CHARS ? text : zstdCompressSync(text, quick);

/** @throws Error when it is neither a text nor one that was compressed */
export const plainText = (kept: string | Uint8Array): string =>
  typeof kept === 'string' ? kept : zstdDecompressSync(kept).toString();
