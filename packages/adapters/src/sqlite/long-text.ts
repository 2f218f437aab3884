import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Shorter texts are kept as they are: a call costs 50 to 80 µs whatever the length, and its memory outside of the heap
 * makes the collector come more often. Half of the processor time of a source that answers ten at a time went there.
 * Of answers that come by the hundred, each partition has 30 to 50 KB.
 */
const SHORT_CHARS = 16_384;
/** Quick, and still finds what a batch of events repeats: half a microsecond an event, a tenth of the bytes. */
const quick = { [constants.ZSTD_c_compressionLevel]: -3 };
/** Most texts come out smaller; of larger ones there are several. zlib would take 64 KB each time. */
const OUTPUT_BYTES = 16_384;

/** Its length is told: for one that it does not know zstd takes a megabyte to work in. */
const compressed = (text: Buffer): Uint8Array =>
  zstdCompressSync(text, { params: quick, pledgedSrcSize: text.length, chunkSize: OUTPUT_BYTES });

/** A text for a column that `column.longText` reads: compressed where it is long (zstd, RFC 8878), else as it is. */
export const longText = (text: string): string | Uint8Array =>
  text.length < SHORT_CHARS ? text : compressed(Buffer.from(text));

/** @throws Error when it is neither a text nor one that was compressed */
export const plainText = (kept: string | Uint8Array): string =>
  typeof kept === 'string' ? kept : zstdDecompressSync(kept).toString();
