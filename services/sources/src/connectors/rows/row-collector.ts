import { SourceFault } from '../connector.port.ts';
import type { Row } from './answers-of-rows.ts';
import { columnsOf } from './read-columns.ts';
import type { RowReading } from './row-settings.ts';

/** Of one call. */
export const MOST_ROWS = 10_000;
const MOST_CHARS = 16 * 1024 * 1024;

/** What JSON does not have: numbers beyond 2^53 become text, bytes are left out. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return ArrayBuffer.isView(value) ? undefined : value;
}

/**
 * Takes the rows of one call as plain values, and no more of them than one call may bring. The columns that are read
 * must be there.
 */
export class RowCollector {
  readonly rows: Row[] = [];
  readonly #columns: readonly string[];
  #chars = 0;

  constructor(reading: RowReading) {
    this.#columns = columnsOf(reading);
  }

  /** @throws SourceFault when a column is missing, or when it is too much */
  add(row: object): void {
    if (this.rows.length === 0) this.#check(row);
    // Bytes were taken out, dates and long numbers are text: what is left is a flat JSON object.
    const text = JSON.stringify(row, plain);
    this.#chars += text.length;
    if (this.rows.length === MOST_ROWS || this.#chars > MOST_CHARS)
      throw new SourceFault('gave more rows than are taken in one call: ask for fewer numbers at once (batchSize)', {
        kind: 'MAPPING',
      });
    this.rows.push(JSON.parse(text) as Row);
  }

  #check(row: object): void {
    const missing = this.#columns.find((column) => !Object.hasOwn(row, column));
    if (missing === undefined) return;
    throw new SourceFault(`its query gives no column ${missing}, only ${Object.keys(row).slice(0, 20).join(', ')}`, {
      kind: 'MAPPING',
    });
  }
}
