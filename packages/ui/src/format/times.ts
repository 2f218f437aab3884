import { isoTime } from '@numscope/contracts';
import { currentLanguage, languageNames } from '../i18n/languages.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const valid = (at: number | null | undefined): at is number =>
  typeof at === 'number' && Number.isFinite(at) && !Number.isNaN(new Date(at).getTime());
const tag = (): string => languageNames[currentLanguage()].tag;

/** The specified form of 'last online': Y.MM.DD HH:mm:ss in local time; null when it is no valid time. */
export function formatLastOnline(at: number | null | undefined): string | null {
  if (!valid(at)) return null;
  const time = new Date(at);
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('.');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

/** For file names: YYYY_MM_DD_HH_mm_ss in local time. */
export function fileTimestamp(at: Date): string {
  return [
    at.getFullYear(),
    two(at.getMonth() + 1),
    two(at.getDate()),
    two(at.getHours()),
    two(at.getMinutes()),
    two(at.getSeconds()),
  ].join('_');
}

/** Local time of the day: 10:41:52. */
/** The time of a day, to the minute: 09:05. */
export const formatMinute = (at: number): string =>
  new Date(at).toLocaleTimeString(tag(), { hour: '2-digit', minute: '2-digit', hour12: false });
export const formatClock = (at: number): string => new Date(at).toLocaleTimeString(tag(), { hour12: false });

/**
 * Local day and time, short: `Today 10:41`, `Yesterday 09:12`, `18 Nov 09:26`, with the year when it is another one.
 */
export function formatMoment(at: number, now = Date.now()): string {
  if (!valid(at)) return isoTime(at);
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(time)) / 86_400_000);
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(tag(), { numeric: 'auto' }).format(-days, 'day');
    return `${word.charAt(0).toLocaleUpperCase(tag())}${word.slice(1)} ${clock}`;
  }
  const sameYear = time.getFullYear() === new Date(now).getFullYear();
  return `${time.toLocaleDateString(tag(), { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })} ${clock}`;
}

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Local day and time to the second: 20 Nov 10:41:07. */
export function formatPrecise(at: number): string {
  if (!valid(at)) return isoTime(at);
  return `${new Date(at).toLocaleDateString(tag(), { day: 'numeric', month: 'short' })} ${formatClock(at)}`;
}

/** For the hover: the same moment in UTC, unmistakable. */
export const formatUtc = (at: number): string =>
  `${isoTime(at)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')}`;

/** Short age: `12 s`, `5 min`, `2 h`, `26 d`. */
export function formatAge(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A length of time in its two largest units: `8 min 37 s`, `2 h 5 min`, `36 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
