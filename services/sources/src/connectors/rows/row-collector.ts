import { columnsOfEntry, type Row } from '../../domain/fields/columns.ts';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { mappableFields } from '../../domain/fields/sanitise-fields.ts';
import { SourceFault } from '../connector.port.ts';
import { columnsOf } from './read-columns.ts';
import type { RowReading } from './row-settings.ts';

/** Rows of one call at most. */
export const MOST_ROWS = 10_000;
const MOST_CHARS = 16 * 1024 * 1024;

export const tooManyRows = (): SourceFault =>
  new SourceFault('gave more rows than are taken in one call: ask for fewer numbers at once (batchSize)', {
    kind: 'MAPPING',
  });

/** Numbers beyond 2^53, which JSON does not have, become text. */
const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? (Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()) : value;

/** Whether a row has a column, or the one of JSON that holds it; of which null tells nothing. */
function holds(row: object, column: string): boolean {
  if (Object.hasOwn(row, column)) return true;
  const [outer = ''] = column.split('.');
  const value = isItem(row) ? row[outer] : undefined;
  return outer !== column && (value === null || isItem(value) || Array.isArray(value));
}

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
function bytesReader(reading: RowReading): (column: string, value: ArrayBufferView) => string | undefined {
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

/**
 * Takes the rows of one call as plain values, and no more of them than one call may bring. The columns that are read
 * must be there.
 */
export class RowCollector {
  readonly rows: Row[] = [];
  readonly #columns: readonly string[];
  readonly #bytes: ReturnType<typeof bytesReader>;
  #chars = 0;

  constructor(reading: RowReading) {
    this.#columns = columnsOf(reading);
    this.#bytes = bytesReader(reading);
  }

  /** @throws SourceFault when a column is missing or holds bytes that are no photo's, or when it is too much */
  add(row: object): void {
    this.#check(row);
    const values = Object.values(row).some((value) => ArrayBuffer.isView(value)) ? this.#withoutBytes(row) : row;
    // Dates and long numbers become text: what is left is a JSON object.
    const text = JSON.stringify(values, plain);
    this.#chars += text.length;
    if (this.rows.length === MOST_ROWS || this.#chars > MOST_CHARS) throw tooManyRows();
    this.rows.push(JSON.parse(text) as Row);
  }

  #withoutBytes(row: object): object {
    const values = Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      ArrayBuffer.isView(value) ? this.#bytes(column, value) : value,
    ]);
    return Object.fromEntries(values) as object;
  }

  #check(row: object): void {
    const missing = this.#columns.find((column) => !holds(row, column));
    if (missing === undefined) return;
    throw new SourceFault(`its query gives no column ${missing}, only ${Object.keys(row).slice(0, 20).join(', ')}`, {
      kind: 'MAPPING',
    });
  }
}
