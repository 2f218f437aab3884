import { readTime } from './field-shapes.ts';

const DAY_MS = 86_400_000;

/** Of a day that there is, else null. */
function dayMs(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** `2015`, `2015-06`, `2015-06-30`, `2015/6/30`, `20150630`: the beginning of what it names. */
function yearFirst(text: string): number | null {
  const [, year, month = '1', day = '1'] =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return year === undefined ? null : dayMs(Number(year), Number(month), Number(day));
}

/**
 * Year last: with dots the day comes first; else, where both orders are dates, the earlier of them, as nothing may be
 * called newer than it is.
 */
function yearLast(text: string): number | null {
  const [, first, sign, second, year] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const dayFirst = dayMs(Number(year), Number(second), Number(first));
  const monthFirst = sign === '.' ? null : dayMs(Number(year), Number(first), Number(second));
  return dayFirst === null || monthFirst === null ? (dayFirst ?? monthFirst) : Math.min(dayFirst, monthFirst);
}

const hasZone = (text: string): boolean => /(?:z|gmt|utc|[+-]\d{2}:?\d{2})$/i.test(text);

/** A date with a time, or with the English name of a month; without a zone it is of UTC. */
function written(text: string): number | null {
  const [, date, time] = /^([\d./-]{8,10})[T ](\d{1,2}:\d{2}.*)$/.exec(text) ?? [];
  if (date !== undefined && time !== undefined) {
    const day = yearFirst(date) ?? yearLast(date);
    const ms = day === null ? Number.NaN : Date.parse(`${new Date(day).toISOString().slice(0, 10)}T${isoTime(time)}`);
    return Number.isNaN(ms) ? null : ms;
  }
  if (!/\d{4}/.test(text) || !/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)) return null;
  const ms = Date.parse(hasZone(text) ? text : `${text} UTC`);
  return Number.isNaN(ms) ? null : ms;
}

function isoTime(time: string): string {
  const padded = time.replace(/^(\d):/, '0$1:').replace(/ (?=z$|[+-]\d{2}:?\d{2}$)/i, '');
  return hasZone(padded)
    ? padded.replace(/ ?(?:gmt|utc)$/i, 'Z').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
    : `${padded}Z`;
}

function ofText(text: string): number | null {
  const day = yearFirst(text) ?? yearLast(text) ?? written(text);
  return day ?? (/^\d{9,}$/.test(text) ? readTime(text) : null);
}

/** A number below 10,000 is a year; others are seconds or milliseconds since the epoch. */
const ofNumber = (value: number): number | null =>
  Number.isInteger(value) && value > 0 && value < 10_000 ? yearFirst(String(value)) : readTime(value);

/**
 * When something was so, as a source tells it: milliseconds since the epoch, from a date in any usual form or from
 * seconds or milliseconds. Null for what is no time, for one before 1970, and for one more than a day ahead of `now`.
 */
export function readObservedAt(value: unknown, now = Date.now()): number | null {
  const ms = typeof value === 'number' ? ofNumber(value) : typeof value === 'string' ? ofText(value.trim()) : null;
  return ms !== null && ms > 0 && ms <= now + DAY_MS ? ms : null;
}
