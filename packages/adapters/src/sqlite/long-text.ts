import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Shorter texts are kept as they are: a call costs 50 to 80 µs whatever the length, and its memory outside of the heap
 * makes the collector come more often. Half of the processor time of a source that answers ten at a time went there.
 * Of answers that come by the hundred, each partition has 30 to 50 KB.
 */
const SHORT_CHARS = 16_384;
/** Quick, and still finds what a batch of events repeats: half a microsecond an event, a tenth of the bytes. */
const quick = { [constants.ZSTD_c_compressionLevel]: -3 };
/** zlib holds the memory for what comes out until all of the thread's heap is tidied, 64 KB unless told. */
const OUTPUT_BYTES = 1024;
/** Memory that texts are put into, to leave none behind for each. */
const room = Buffer.allocUnsafeSlow(131_072);

const bytesOf = (text: string): Buffer =>
  Buffer.byteLength(text) <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);

/** Its length is told: for one that it does not know zstd takes a megabyte to work in. */
const compressed = (bytes: Buffer): Uint8Array =>
  zstdCompressSync(bytes, { params: quick, pledgedSrcSize: bytes.length, chunkSize: OUTPUT_BYTES });

/** A text for a column that `column.longText` reads: compressed where it is long (zstd, RFC 8878), else as it is. */
export const longText = (text: string): string | Uint8Array =>
  text.length < SHORT_CHARS ? text : compressed(bytesOf(text));

/** @throws Error when it is neither a text nor one that was compressed */
export const plainText = (kept: string | Uint8Array): string =>
  typeof kept === 'string' ? kept : zstdDecompressSync(kept).toString();
