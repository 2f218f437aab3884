import { columnsOfEntry } from '../../domain/fields/columns.ts';
import { timeColumn } from '../../domain/fields/dated-rows.ts';
import { mappableFields } from '../../domain/fields/sanitise-fields.ts';
import type { RowReading } from './row-settings.ts';

/** The columns that must be there for a mapping to be read. */
export function columnsOf({ phone, map, observedAt }: RowReading): string[] {
  const time = timeColumn(observedAt ?? null);
  const entries = Object.values(map ?? {}).flat();
  return [...new Set([phone, ...entries.flatMap(columnsOfEntry), ...(time === null ? [] : [time])])];
}

/** All columns that are read where they are there: without a mapping also those that are called like a field. */
export const readColumns = (reading: RowReading): ReadonlySet<string> =>
  new Set([...columnsOf(reading), ...(reading.map ? [] : mappableFields)]);
