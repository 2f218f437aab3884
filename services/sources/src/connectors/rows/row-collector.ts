import type { Row } from '../../domain/fields/columns.ts';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { SourceFault } from '../connector.port.ts';
import { bytesReader } from './bytes-of-row.ts';
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
