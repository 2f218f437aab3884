const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const WITHOUT_SIGNS = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2}))?Z?$/;
const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?UTC)?)?$/;
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
/** The name of a month behind or before the day, as browsers read it, and no zone: such a text is of UTC. */
const NAMED_MONTH = /^(?:\w{3,9},? )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2},?) \d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/i;

/** What may be left to the engine, which takes 'item 7' for a day of 2001. */
const LIKE_A_DATE =
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\d{4}/i;

const LEAST_YEAR = 1900;
const MOST_YEAR = 2200;

/** Null for what is no day, such as 31 February. */
function utc(year: number, month: number, day: number, time: ReadonlyArray<string | undefined>): number | null {
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0));
  if (year < LEAST_YEAR || year > MOST_YEAR || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 : null;
}

/** Where both orders are days it is the earlier one, as nothing may be called newer than it is. */
function eitherWay(year: number, a: number, b: number, time: ReadonlyArray<string | undefined>): number | null {
  const days = [utc(year, a, b, time), utc(year, b, a, time)].filter((day) => day !== null);
  return days.length > 0 ? Math.min(...days) : null;
}

/**
 * Milliseconds since the epoch of a date in text as providers write it: ISO 8601 and its like, 20240305,
 * 05.03.2024 10:00 (with dots the day comes first; of 3/5/2024 the earlier day), RFC 1123, 5 March 2024. Without a zone it is of UTC, wherever the
 * server stands. Null for what is no date.
 */
export function readMoment(sent: string): number | null {
  const text = sent.trim();
  const [, day, month, year, ...time] = DAY_FIRST.exec(text) ?? [];
  if (day !== undefined) return utc(Number(year), Number(month), Number(day), time);
  const [, first, second = '1', third = '1', ...clock] = WITHOUT_SIGNS.exec(text) ?? YEAR_FIRST.exec(text) ?? [];
  if (first !== undefined) return utc(Number(first), Number(second), Number(third), clock);
  const [, one, other, ofYear, ...hours] = SLASHES.exec(text) ?? [];
  if (one !== undefined) return eitherWay(Number(ofYear), Number(one), Number(other), hours);
  if (!LIKE_A_DATE.test(text)) return null;
  const ms = Date.parse(NAMED_MONTH.test(text) ? `${text} UTC` : text);
  return Number.isNaN(ms) ? null : ms;
}
