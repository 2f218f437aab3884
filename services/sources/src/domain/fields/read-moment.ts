const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES = MONTHS.join('|');
const WEEKDAYS = 'mon|tue|wed|thu|fri|sat|sun';
const MONTH = `(${NAMES})[a-z]*`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

/** Hours of the zones that RFC 5322 names besides that of Greenwich. */
const zones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/** 22:00, 10:00:00.5 PM, 10:00Z, 10:00+03, 10:00 GMT+0500, wherever it stands; a word behind it would be a zone that nobody knows. */
const CLOCK = new RegExp(
  String.raw`(?:^|(?: at)?[ ,T]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([ap])\.?m\.?)?` +
    String.raw`(?: ?(Z|UTC?|GMT|${Object.keys(zones).join('|')}))?(?: ?([+-])(\d{1,2}):?(\d{2})?)?` +
    String.raw`(?=[ ,]*$|[ ,]+(?:\d|${WEEKDAYS}|${NAMES}))`,
  'i',
);
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?=Z?$)/i;
const MORE_DIGITS = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(?=Z|[+-]|$)/i;

const LEAST_YEAR = 1900;
const MOST_YEAR = 2200;
const MINUTE_MS = 60_000;

/** Null for what is no day, such as 31 February. A month is a number or a name, without a day it is its first. */
function dayOf(year: string, month: string, day = '1'): number | null {
  if (Number(year) < LEAST_YEAR || Number(year) > MOST_YEAR) return null;
  const place = MONTHS.indexOf(month.toLowerCase());
  const index = place === -1 ? Number(month) - 1 : place;
  const date = new Date(Date.UTC(Number(year), index, Number(day)));
  return date.getUTCMonth() === index && date.getUTCDate() === Number(day) ? date.getTime() : null;
}

/** Where both orders are days it is the earlier one, as nothing may be called newer than it is. */
function eitherWay(year: string, a: string, b: string): number | null {
  const days = [dayOf(year, a, b), dayOf(year, b, a)].filter((day) => day !== null);
  return days.length > 0 ? Math.min(...days) : null;
}

/** How a day may be written. Words before one whose month is named ('Tue', 'since') tell nothing. */
const forms: ReadonlyArray<readonly [RegExp, (a: string, b: string, c: string | undefined) => number | null]> = [
  [/^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/, dayOf],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (day, month, year = '') => dayOf(year, month, day)],
  [/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/, (one, other, year = '') => eitherWay(year, one, other)],
  [
    new RegExp(String.raw`^\D*?\b${DAY}[ ./-]*(?:of )?${MONTH}[ ./-]*(\d{4})$`, 'i'),
    (day, month, year = '') => dayOf(year, month, day),
  ],
  [
    new RegExp(String.raw`^\D*?\b${MONTH}[ ./-]*${DAY}[ ./-]+(\d{4})$`, 'i'),
    (month, day, year = '') => dayOf(year, month, day),
  ],
  [new RegExp(String.raw`^\D*?\b(\d{4})[ ./-]*${MONTH}[ ./-]*${DAY}$`, 'i'), dayOf],
];

/** Milliseconds from the beginning of the day in UTC; null for what is no time of a day. */
function timeOf([, hour, minute, second = '0', fraction = '0', half, zone = '', sign, ...ahead]: RegExpExecArray):
  | number
  | null {
  const [hoursAhead = '0', minutesAhead = '0'] = ahead;
  if (Number(hour) > (half === undefined ? 24 : 12) || Number(minute) > 59 || Number(second) > 60) return null;
  if (Number(hoursAhead) > 23 || Number(minutesAhead) > 59) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const offset = (Number(hoursAhead) * 60 + Number(minutesAhead)) * (sign === '-' ? -1 : 1);
  const minutes = (hours - (zones[zone.toLowerCase()] ?? 0)) * 60 + Number(minute) - offset;
  return minutes * MINUTE_MS + Number(second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** Without the signs that tell nothing: what stands in brackets behind a zone is that zone's name. */
const plain = (sent: string): string =>
  sent
    .replace(/([+-]\d{2}:?\d{2}) ?\([^)]*\)$/, '$1')
    .replaceAll(/[()]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(DIGITS, '$1-$2-$3')
    .replace(MORE_DIGITS, '$1-$2-$3 $4:$5:$6');

/**
 * Milliseconds since the epoch of a date in text as providers write it: ISO 8601 and its like, 20240305,
 * 05.03.2024 10:00 (with dots the day comes first; of 3/5/2024 10:00 PM the earlier day), RFC 1123, 5th March 2024,
 * Mar 5, 2024 22:00. Without a zone it is of UTC: the engine, which would take the server's, is never asked. Null for
 * what is no date.
 */
export function readMoment(sent: string): number | null {
  const text = plain(sent);
  const clock = CLOCK.exec(text);
  const time = clock === null ? 0 : timeOf(clock);
  if (time === null) return null;
  const date = text
    .replace(CLOCK, ' ')
    .replaceAll(/[ ,]+/g, ' ')
    .trim()
    .replace(/ ?(?:Z|UTC|GMT)$/i, '');
  for (const [form, read] of forms) {
    const [whole, first = '', second = '', third] = form.exec(date) ?? [];
    if (whole === undefined) continue;
    const day = read(first, second, third);
    return day === null ? null : day + time;
  }
  return null;
}
