import { cleanPhone, readDialledPhone, readPhone } from '@numscope/numbering';
import { textOf } from '../../domain/fields/field-shapes.ts';
import type { AskedNumber } from '../../domain/template.ts';

/** What people dial before a national number: https://en.wikipedia.org/wiki/Trunk_prefix */
const TRUNK_PREFIXES = ['0', '8', '1', '06', '01'] as const;

/** A cell in digits, with or without `+`, as people write phones; null where it is surely none. */
const digitsIn = (cell: unknown): string | null => cleanPhone(textOf(cell) ?? '');

/**
 * A cell as the E.164 form of a number. Without `+` it is read as it is dialled in `region` before it is taken for an
 * international one: by its digits `8 (495) 123-45-67` might be a number of Vietnam. Null where it is none.
 */
export function phoneIn(cell: unknown, region: string | null | undefined): string | null {
  const digits = digitsIn(cell);
  if (digits === null) return null;
  const dialled = region && !digits.startsWith('+') ? readDialledPhone(digits, region) : null;
  return dialled ?? readPhone(digits, region ?? undefined)?.e164 ?? null;
}

/**
 * The ways in which a table may hold a number: with `+`, digits alone and, where it is one of `region`, the national
 * number with and without what is dialled before it. Only those that a cell of the table is read as this number by:
 * what another one is dialled as in `region` would bring the other one's rows.
 */
export function phoneForms({ e164, phone, national }: AskedNumber, region: string | null | undefined): string[] {
  if (!region) return [e164, phone];
  const dialled = [phone, national, ...TRUNK_PREFIXES.map((prefix) => prefix + national)];
  return [...new Set([e164, ...dialled.filter((form) => phoneIn(form, region) === e164)])];
}

/** Tells the number of a cell that came back for what was asked: an asked form itself, else as its table is read. */
export function askedReading(
  asked: ReadonlyArray<readonly [e164: string, forms: readonly string[]]>,
  region: string | null | undefined,
): (cell: unknown) => string | null {
  const byForm = new Map<string, string | null>();
  for (const [e164, forms] of asked)
    // A form of two numbers of one call is left to the table's own reading.
    for (const form of forms) byForm.set(form, byForm.has(form) && byForm.get(form) !== e164 ? null : e164);
  return (cell) => byForm.get(digitsIn(cell) ?? '') ?? phoneIn(cell, region);
}
