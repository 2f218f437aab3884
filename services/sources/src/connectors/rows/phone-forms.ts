import { readPhone } from '@numscope/numbering';
import { textOf } from '../../domain/field-shapes.ts';
import type { AskedNumber } from '../../domain/template.ts';

/** What people dial before a national number: https://en.wikipedia.org/wiki/Trunk_prefix */
const TRUNK_PREFIXES = ['0', '8', '1', '06', '01'] as const;

/** A cell, with the signs that people write between digits, as the E.164 form of a number: international, or national of `region`; null where it is none. */
export function phoneIn(cell: unknown, region: string | null | undefined): string | null {
  const text = textOf(cell)?.replaceAll(/^tel:|[\s().\-/\u2010-\u2015\u00a0]/gi, '') ?? '';
  return readPhone(text, region ?? undefined)?.e164 ?? null;
}

/**
 * The ways in which a table may hold a number: with `+`, digits alone and, where it is one of `region`, the national
 * number with and without what is dialled before it.
 */
export function phoneForms(
  { e164, phone, national, country }: AskedNumber,
  region: string | null | undefined,
): string[] {
  if (!region || country !== region) return [e164, phone];
  const dialled = TRUNK_PREFIXES.map((prefix) => prefix + national).filter((form) => phoneIn(form, region) === e164);
  return [...new Set([e164, phone, national, ...dialled])];
}
