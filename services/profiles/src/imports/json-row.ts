import { isRecord } from '@numscope/contracts/is-record';
import { excessOf } from '@numscope/platform/http/json-body';
import { ImportFaultError } from './import-fault-error.ts';

/** Bytes of a row at most: a profile or a picture, or in exports of older versions a profile with its pictures. */
export const MOST_ROW_BYTES = 64 * 1024 * 1024;
/** Values of a row at most: more than any profile has. */
const MOST_VALUES = 2_000_000;

/** The row that a text of JSON is. @param place of the row, from 1 @throws ImportFaultError */
export function jsonRow(text: string, place: number): Record<string, unknown> {
  const excess = excessOf(text, MOST_VALUES);
  if (excess !== null) throw new ImportFaultError(excess, place);
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    throw new ImportFaultError(`is no JSON: ${error instanceof Error ? error.message : String(error)}`, place);
  }
  if (!isRecord(row)) throw new ImportFaultError('every row must be an object', place);
  return row;
}
