import { code, statusOf } from '../domain/phone-status.ts';
import type { PhoneFilter, PhoneRecord, PhoneSlice } from './job-store.port.ts';
import type { PhonePlace } from './phone-place.ts';
import { marksOf, type PhoneRow } from './phone-result.ts';
import { shownPhone } from './phone-value.ts';
import { unpackSources } from './source-codes.ts';

/** A phone as a slice has it, with its place. */
export interface ShownPhone {
  place: PhonePlace;
  record: PhoneRecord;
}

/** A phone as callers see it, of a pass of its job. */
export const shown = (pass: number, { phone, status, flags, sources }: PhoneRow): ShownPhone => ({
  place: { pass, phone },
  record: {
    phone: shownPhone(phone, status !== code.NOT_VALID),
    status: statusOf(status),
    sources: unpackSources(sources),
    ...marksOf(flags),
  },
});

/** A slice of the rows that were found; more follow where as many were found as were wanted. */
export function sliceOf(rows: readonly ShownPhone[], { limit }: PhoneFilter, total: number): PhoneSlice {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { phones: rows.map(({ record }) => record), total, next: last?.place ?? null };
}
