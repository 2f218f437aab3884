import { type Picture, SourceFault } from '../connector.port.ts';

/** What is taken as a photo of a source, from wherever it comes. */
export const PHOTO_BYTES = 10 * 1024 * 1024;
export const photoTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const head = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[^;,]*)*?;base64,/i;

/** Whether an address holds its content in itself (RFC 2397). */
export const isDataAddress = (reference: string): boolean => /^data:/i.test(reference);

/** @throws SourceFault when it is no picture, or a too large one */
export function pictureOfData(reference: string): Picture {
  const [start = '', type = ''] = head.exec(reference.slice(0, 200)) ?? [];
  const contentType = type.toLowerCase();
  if (!photoTypes.has(contentType)) throw new SourceFault('a photo is of another type');
  if ((reference.length - start.length) * 0.75 > PHOTO_BYTES + 2) throw new SourceFault('a photo is too large');
  return { content: new Uint8Array(Buffer.from(reference.slice(start.length), 'base64')), contentType };
}
