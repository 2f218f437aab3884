import { latinWords } from './latin-words.ts';
import { remembered } from './remembered.ts';

/**
 * What months are called, in Latin letters without accents: in English, Russian, Uzbek, Spanish, French, Portuguese and
 * their neighbours. (`mae` is mayo as folded.)
 */
const names = [
  'january januar januari yanvar yanwar enero janvier janeiro',
  'february febuary februar februari februarie fevral febrero fevrier fevereiro febbraio febrer',
  'march mart mars marz marzo marco marc marts martie marti marzec marca maret',
  'april aprel aprile aprilie aprili abril avril',
  'may mae mai maio mayis maig',
  'june juni juny iyun iyn junio juin junho',
  'july juli iyul iyl julio juillet julho juliol julai',
  'august augustus augusti avgust agosto agost aout',
  'september septemberi septembrie sentyabr sentabr septiembre septembre setembro setembre settembre',
  'october oktober oktomberi octombrie oktyabr oktabr octubre octobre outubro',
  'november noyabr noviembre novembre novembro noiembrie',
  'december dekabr diciembre decembre decembrie dezembro dezember dicembre dekemberi dektember',
];
/** As Russian and Uzbek end them: марта, январе, martda, mayning. */
const endings = ['', 'a', 'ya', 'e', 'u', 'yu', 'om', 'em', 'i', 'da', 'dagi', 'dan', 'ga', 'ni', 'ning'];
const SHORTEST = 3;

/**
 * The months by each word for them: a whole name, perhaps with an ending, or its beginning where no other month begins so.
 * What only begins as a month does is none: maybe 1990.
 */
const months: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, Set<number>>();
  const add = (word: string, month: number) => found.getOrInsertComputed(word, () => new Set()).add(month);
  for (const [place, all] of names.entries())
    for (const name of all.split(' ')) {
      for (const ending of endings) add(name + ending, place + 1);
      for (let length = SHORTEST; length < name.length; length++) add(name.slice(0, length), place + 1);
    }
  return new Map([...found].flatMap(([word, [month, other]]) => (month && !other ? [[word, month]] : [])));
})();

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
  // It may be 1990 as well as maybe 1990.
  const named = words.find((word, place) => months.has(word) && !(word === 'may' && words[place + 1] === 'be'));
  const month = months.get(named ?? '');
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (month === undefined || year === undefined) return [];
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
  const trimmed = text.trim().replace(/г\.?$/, '').trimEnd();
  for (const read of [yearFirst, yearLast, withMonthName]) {
    const dates = [...new Set(read(trimmed))].sort();
    if (dates.length > 0) return dates;
  }
  return [];
});

/** Months as they are called, and their beginnings: without an ending. */
const undeclined: ReadonlySet<string> = new Set(
  names.flatMap((all) => all.split(' ').flatMap((name) => Array.from(name, (_letter, at) => name.slice(0, at + 1)))),
);
/** In Latin letters these make first names of months: Marta, Julia, Augusta. */
const russianEnding = /(?:ya|yu|om|em|[aeiu])$/;

/**
 * The year of a text of one word and a year where the word may be a first name as well as a month: in Latin letters, with an ending of
 * Russian. Null for any other text: `Mart 1990`, `5 marta 1990` and `марта 1990` are of that month.
 */
export function yearBesideName(text: string): string | null {
  const [, before, , after] = /^\s*(?:(\d{4})\s+)?([a-z]+)(?:\s+(\d{4}))?\s*$/i.exec(text) ?? [];
  const [word = ''] = latinWords(text).filter((each) => !/^\d/.test(each));
  const year = before ?? after;
  if (year === undefined || (before !== undefined && after !== undefined)) return null;
  return months.has(word) && !undeclined.has(word) && russianEnding.test(word) ? year : null;
}

/** Whether of the days that two dates may mean one of the one is, or begins, one of the other. */
export const mayBeOneDay = (ones: readonly string[], others: readonly string[]): boolean =>
  ones.some((a) => others.some((b) => a.startsWith(b) || b.startsWith(a)));

/** Whether two dates may be one. */
export const mayBeSameDate = (one: string, other: string): boolean => mayBeOneDay(datesOf(one), datesOf(other));
