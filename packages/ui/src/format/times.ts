import { isoTime, type Language } from '@numscope/contracts';
import { currentLanguage, languageNames } from '../i18n/languages.ts';
import { formatCount, formatDecimal } from './numbers.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const valid = (at: number | null | undefined): at is number =>
  typeof at === 'number' && Number.isFinite(at) && !Number.isNaN(new Date(at).getTime());
const tag = (): string => languageNames[currentLanguage()].tag;

/** Local year, month, day, hour, minute and second. */
const partsOf = (at: Date): string[] => [
  String(at.getFullYear()),
  ...[at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()].map(two),
];

/** The specified form of 'last online': Y.MM.DD HH:mm:ss in local time; null when it is no valid time. */
export function formatLastOnline(at: number | null | undefined): string | null {
  if (!valid(at)) return null;
  const parts = partsOf(new Date(at));
  return `${parts.slice(0, 3).join('.')} ${parts.slice(3).join(':')}`;
}

/** For file names: YYYY_MM_DD_HH_mm_ss in local time. */
export const fileTimestamp = (at: Date): string => partsOf(at).join('_');

const toTheMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Local time of the day, to the minute: 09:05. */
export const formatMinute = (at: number): string => new Date(at).toLocaleTimeString(tag(), toTheMinute);
/** Local time of the day: 09:41:52, with two digits of the hour in each language. */
export const formatClock = (at: number): string =>
  new Date(at).toLocaleTimeString(tag(), { ...toTheMinute, second: '2-digit' });

/** A local day with its year: 12 Apr 1987. */
export const formatDay = (at: number): string =>
  valid(at) ? new Date(at).toLocaleDateString(tag(), { day: 'numeric', month: 'short', year: 'numeric' }) : isoTime(at);

/** A local day: 18 Nov, with the year when it is another one. */
export function formatShortDay(at: number, now: number): string {
  if (new Date(at).getFullYear() !== new Date(now).getFullYear()) return formatDay(at);
  return new Date(at).toLocaleDateString(tag(), { day: 'numeric', month: 'short' });
}

/**
 * Local day and time within a sentence, short: `today 10:41`, `yesterday 09:12`, `18 Nov 09:26`, with the year when it is another
 * one.
 */
export function formatMoment(at: number, now = Date.now()): string {
  if (!valid(at)) return isoTime(at);
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(time)) / 86_400_000);
  if (days === 0 || days === 1)
    return `${new Intl.RelativeTimeFormat(tag(), { numeric: 'auto' }).format(-days, 'day')} ${clock}`;
  return `${formatShortDay(at, now)} ${clock}`;
}

/** The same where it stands alone: `Today 10:41`. */
export function formatMomentAlone(at: number, now = Date.now()): string {
  const said = formatMoment(at, now);
  return `${said.charAt(0).toLocaleUpperCase(tag())}${said.slice(1)}`;
}

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Local day and time to the second: 20 Nov 10:41:07, with the year when it is another one. */
export function formatPrecise(at: number, now = Date.now()): string {
  if (!valid(at)) return isoTime(at);
  return `${formatShortDay(at, now)} ${formatClock(at)}`;
}

/** For the hover: the same moment in UTC, unmistakable. */
export const formatUtc = (at: number): string =>
  `${isoTime(at)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')}`;

interface Units {
  s: string;
  min: string;
  h: string;
  d: string;
}
const latinUnits: Units = { s: 's', min: 'min', h: 'h', d: 'd' };
/** Where a language has its own. */
const unitsOf: Partial<Record<Language, Units>> = {
  fr: { ...latinUnits, d: 'j' },
  ru: { s: 'с', min: 'мин', h: 'ч', d: 'дн.' },
  uz: { s: 'son.', min: 'daq.', h: 'soat', d: 'kun' },
  uz_cyrl: { s: 'сония', min: 'дақ', h: 'соат', d: 'кун' },
};
const withUnit = (value: string, unit: keyof Units): string =>
  `${value} ${(unitsOf[currentLanguage()] ?? latinUnits)[unit]}`;

/** Seconds with so many decimals: 2.4 s. */
export const formatSeconds = (seconds: number, decimals = 0): string => withUnit(formatDecimal(seconds, decimals), 's');

/** Short age: `12 s`, `5 min`, `2 h`, `26 d`. */
export function formatAge(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 60) return formatSeconds(seconds);
  if (seconds < 3600) return withUnit(formatCount(Math.floor(seconds / 60)), 'min');
  if (seconds < 86_400) return withUnit(formatCount(Math.floor(seconds / 3600)), 'h');
  return withUnit(formatCount(Math.floor(seconds / 86_400)), 'd');
}

/** A length of time in its two largest units: `8 min 37 s`, `2 h 5 min`, `36 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts: [number, keyof Units][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return formatSeconds(0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => withUnit(formatCount(value), unit))
    .join(' ');
}
