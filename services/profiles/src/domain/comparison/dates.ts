import { latinWords } from './latin-words.ts';
import { remembered } from './remembered.ts';

/**
 * How the names of months begin, in Latin letters without accents: English, Russian, Uzbek, Spanish, French, Portuguese
 * and their neighbours. (`mae` is mayo as folded.)
 */
const months: ReadonlyArray<readonly string[]> = [
  ['jan', 'yan', 'ene'],
  ['feb', 'fev'],
  ['mar'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai', 'mae'],
  ['jun', 'iyun', 'juin'],
  ['jul', 'iyul', 'juil'],
  ['aug', 'avg', 'ago', 'aou'],
  ['sep', 'sen', 'set'],
  ['oct', 'okt', 'out'],
  ['nov', 'noy'],
  ['dec', 'dek', 'dic', 'dez'],
];

function monthOf(word: string): number | null {
  const place = months.findIndex((beginnings) => beginnings.some((beginning) => word.startsWith(beginning)));
  return place < 0 ? null : place + 1;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** What a year may be: of two digits it is not known of which century. */
const yearsOf = (year: string): string[] => (year.length === 2 ? [`19${year}`, `20${year}`] : [year]);

function dayOf(year: string, month: number, day: number): string[] {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? [`${year}-${two(month)}-${two(day)}`] : [];
}

/** Day and month in either order, where both orders are dates. */
const eitherWay = (year: string, a: number, b: number): string[] => [...dayOf(year, a, b), ...dayOf(year, b, a)];

/** Year first: a whole date, a month or a year alone; a time behind it says nothing of the day. */
function yearFirst(text: string): string[] {
  const [, year, month, day] =
    /^(\d{4})(?:[-/. ]?(\d{2})(?:[-/. ]?(\d{2})(?:[T ]\d{1,2}:.*)?)?)?$/.exec(text) ??
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ??
    [];
  if (year === undefined) return [];
  if (day !== undefined) return dayOf(year, Number(month), Number(day));
  if (month !== undefined) return dayOf(year, Number(month), 1).map((date) => date.slice(0, 7));
  return [year];
}

/**
 * Year last: with dots the day comes first, as everywhere that writes dots; else it may be the month. A time behind it
 * says nothing of the day.
 */
function yearLast(text: string): string[] {
  const [, first, sign, second, year] =
    /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:,? \d{1,2}:.*)?$/.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return [];
  const [a, b] = [Number(first), Number(second)];
  return yearsOf(year).flatMap((each) => (sign === '.' ? dayOf(each, b, a) : eitherWay(each, a, b)));
}

/** A month in letters, in any order with a year and perhaps a day. */
function withMonthName(text: string): string[] {
  const words = latinWords(text);
  const month = words.map(monthOf).find((found) => found !== null) ?? null;
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (month === null || year === undefined) return [];
  const day = words
    .map((word) => /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(word)?.[1])
    .find((found) => found !== undefined);
  return day === undefined ? [`${year}-${two(month)}`] : dayOf(year, month, Number(day));
}

/**
 * The days that a date in any form may mean, as ISO dates; a month or year alone as the beginning of one. `3/5/1990` may
 * mean two days. Empty for what is no date.
 */
export const datesOf = remembered((text): readonly string[] => {
  // 05.03.1990 г.
  const trimmed = text.trim().replace(/\s*г\.?$/, '');
  for (const read of [yearFirst, yearLast, withMonthName]) {
    const dates = [...new Set(read(trimmed))].sort();
    if (dates.length > 0) return dates;
  }
  return [];
});

/** Whether two dates may be one: one of those that the one may mean is, or begins, one that the other may mean. */
export function mayBeSameDate(one: string, other: string): boolean {
  const others = datesOf(other);
  return datesOf(one).some((a) => others.some((b) => a.startsWith(b) || b.startsWith(a)));
}
