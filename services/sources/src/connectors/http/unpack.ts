import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { codeOf } from '@numscope/platform';
import { tooMuch } from './answer-bounds.ts';

type Unpack = (bytes: Buffer, bounds: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>;

const unzip: Unpack = promisify(gunzip);
const inflated: Unpack = promisify(inflate);
const inflatedRaw: Unpack = promisify(inflateRaw);
const ZLIB = 8;

const unpackers: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  // Some send it without the header of zlib that belongs to it.
  ['deflate', (bytes, bounds) => (((bytes[0] ?? 0) & 15) === ZLIB ? inflated : inflatedRaw)(bytes, bounds)],
  ['br', promisify(brotliDecompress)],
]);

const encodingOf = (contentEncoding: unknown): string =>
  String(contentEncoding ?? '')
    .trim()
    .toLowerCase();

/** Whether a body is compressed, as almost none is: nobody asks for it. */
export const isPacked = (bytes: Buffer, contentEncoding: unknown): boolean =>
  contentEncoding !== undefined && bytes.length > 0 && !/^(?:identity)?$/.test(encodingOf(contentEncoding));

/**
 * A body as it was before it was compressed, which we ask nobody for; a text where it cannot be had says why.
 * @param maxOutputLength - the most bytes that are taken
 * @throws SourceFault when it is more than is taken
 */
export async function unpack(
  bytes: Buffer,
  contentEncoding: unknown,
  maxOutputLength: number,
): Promise<Buffer | string> {
  if (!isPacked(bytes, contentEncoding)) return bytes;
  const encoding = encodingOf(contentEncoding);
  const unpacker = unpackers.get(encoding);
  if (!unpacker)
    return `is compressed, though nobody asked for it, as ${/^[\w, .-]{1,40}$/.test(encoding) ? encoding : 'nobody knows'}`;
  try {
    return await unpacker(bytes, { maxOutputLength });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooMuch();
    return `cannot be unpacked (${encoding})`;
  }
}
