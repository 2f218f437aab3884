import type { SingleField } from '@numscope/contracts';
import { countryName, formatDay } from '@numscope/ui';
import { genderWord } from '../../domain/gender-word.ts';
import { texts } from '../../texts/texts.ts';

const iso = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day as people read it in their language: 12 Apr 1987. Anything that is no ISO day stays as it was said. */
function dayText(value: string): string {
  const [, year, month, day] = iso.exec(value) ?? [];
  if (year === undefined) return value;
  return formatDay(new Date(Number(year), Number(month) - 1, Number(day)).getTime());
}

function genderText(value: string): string {
  const word = genderWord(value);
  return word === null ? value : texts(word);
}

/** One value of a single field in words. What is unknown stays as the source said it. */
export function valueText(field: SingleField, value: unknown): string {
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no');
  const text = String(value);
  if (field === 'country' && /^[A-Z]{2}$/.test(text)) return countryName(text);
  if (field === 'birthDate') return dayText(text);
  return field === 'gender' ? genderText(text) : text;
}
