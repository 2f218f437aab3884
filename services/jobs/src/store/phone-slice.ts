import type { PhoneFilter, PhoneRecord, PhoneSlice } from './job-store.port.ts';
import type { PhonePlace } from './phone-place.ts';

/** A phone as a slice has it, with its place. */
export interface PhoneRow {
  place: PhonePlace;
  record: PhoneRecord;
}

/** A slice of the rows that were found; more follow where as many were found as were wanted. */
export function sliceOf(rows: readonly PhoneRow[], { limit }: PhoneFilter, total: number): PhoneSlice {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { phones: rows.map(({ record }) => record), total, next: last?.place ?? null };
}
