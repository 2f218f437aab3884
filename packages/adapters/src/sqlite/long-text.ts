import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A call costs some 20 µs: shorter texts are kept as they are. */
const SHORT_CHARS = 4096;
/** Quick, and still finds what a batch of events repeats: half a microsecond an event, a tenth of the bytes. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: -3 } };

/** A text for a column that `column.longText` reads: compressed where it is long (zstd, RFC 8878), else as it is. */
export const longText = (text: string): string | Uint8Array =>
  text.length < SHORT_CHARS ? text : zstdCompressSync(text, quick);

/** @throws Error when it is neither a text nor one that was compressed */
export const plainText = (kept: string | Uint8Array): string =>
  typeof kept === 'string' ? kept : zstdDecompressSync(kept).toString();
