import type { AnswerOfPass, Observation } from '@numscope/contracts';
import type { ComparedField } from '@numscope/contracts/profile-fields';
import { countryName } from '@numscope/ui';
import { texts } from '../texts/opened.ts';

/** A value as a person reads it, and the answers that say it. */
export interface SaidValue {
  text: string;
  by: Observation[];
}

/** The answers by which a number was known after a pass, as far as they are kept. */
export const answersOfPass = (kept: readonly Observation[], said: readonly AnswerOfPass[]): Observation[] =>
  said.flatMap(({ source, at }) => kept.find((each) => each.source === source && each.at === at) ?? []);

const scalarText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? texts(value ? 'yes' : 'no') : String(value);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An item of a list, or what a source says of the line: its parts with their names. */
function partsText(value: object): string {
  if ('socialNetwork' in value && 'id' in value) return `${String(value.socialNetwork)}: ${String(value.id)}`;
  if ('name' in value && isScalar(value.name)) return scalarText(value.name);
  return Object.entries(value)
    .flatMap(([name, part]) => {
      const said = textsOf(part);
      return said.length === 0 ? [] : [`${name}: ${said.join(', ')}`];
    })
    .join('; ');
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) return [partsText(value)].filter((text) => text !== '');
  return isScalar(value) && value !== '' ? [scalarText(value)] : [];
}

/** What answers say of a field: each value once, with all who say it. */
export function valuesOf(field: ComparedField, answers: readonly Observation[]): SaidValue[] {
  const values = new Map<string, Observation[]>();
  for (const answer of answers)
    for (const text of textsOf(answer.fields?.[field])) {
      const shown = field === 'country' && /^[A-Z]{2}$/.test(text) ? countryName(text) : text;
      const by = values.get(shown) ?? [];
      if (!by.includes(answer)) values.set(shown, [...by, answer]);
    }
  return [...values].map(([text, by]) => ({ text, by }));
}
