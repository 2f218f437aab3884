import { columnsOfEntry } from '../../domain/columns.ts';
import { timeColumn } from '../../domain/dated-rows.ts';
import type { RowReading } from './row-settings.ts';

/** The columns that must be there for a mapping to be read. */
export function columnsOf({ phone, map, observedAt }: RowReading): string[] {
  const time = timeColumn(observedAt ?? null);
  const entries = Object.values(map ?? {}).flat();
  return [...new Set([phone, ...entries.flatMap(columnsOfEntry), ...(time === null ? [] : [time])])];
}
