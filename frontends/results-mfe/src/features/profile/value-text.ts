import type { SingleField } from '@numscope/contracts';
import { countryName, formatDay } from '@numscope/ui';
import { genderWord } from '../../domain/gender-word.ts';
import { texts } from '../../texts/texts.ts';

const iso = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A day as people read it in their language: 12 Apr 1987. What is no day of the calendar stays as it was said, as some say
 * `1987-00-00` where they know the year alone.
 */
function dayText(value: string): string {
  const [, year = 0, month = 0, day = 0] = iso.exec(value)?.map(Number) ?? [];
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  const isDay = year > 0 && date.getMonth() === month - 1 && date.getDate() === day;
  return isDay ? formatDay(date.getTime()) : value;
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
