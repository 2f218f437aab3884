import { columnsOfEntry } from '../../domain/fields/columns.ts';
import { mappableFields } from '../../domain/fields/sanitise-fields.ts';
import { SourceFault } from '../connector.port.ts';
import { columnsOf } from './read-columns.ts';
import type { RowReading } from './row-settings.ts';

/** The formats of pictures by how their files begin. */
function typeOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : 'application/octet-stream';
}

/**
 * How columns of bytes (BLOB, bytea) are read: as pictures where only `photos` reads them, as an address that holds its
 * content (RFC 2397); left out where nothing reads them.
 * @throws SourceFault where anything else would be read from bytes
 */
export function bytesReader(reading: RowReading): (column: string, value: ArrayBufferView) => string | undefined {
  const { map } = reading;
  const entries = Object.entries(map ?? {}).flatMap(([field, named]) =>
    [named].flat().map((entry) => ({ field, entry })),
  );
  const photos = new Set(
    map ? entries.filter(({ field }) => field === 'photos').map(({ entry }) => entry) : ['photos'],
  );
  const others = new Set([
    ...(map ? [] : [...mappableFields].filter((field) => field !== 'photos')),
    ...entries.filter(({ field }) => field !== 'photos').flatMap(({ entry }) => columnsOfEntry(entry)),
    ...columnsOf({ ...reading, map: null }),
  ]);
  return (column, view) => {
    if (others.has(column))
      throw new SourceFault(`its column ${column} holds bytes, of which only photos are read: give it as text`, {
        kind: 'MAPPING',
      });
    if (!photos.has(column)) return undefined;
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    return `data:${typeOf(bytes)};base64,${bytes.toString('base64')}`;
  };
}
