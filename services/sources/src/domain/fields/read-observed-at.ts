import { readTime, textOf } from './field-shapes.ts';

const DAY_MS = 86_400_000;

/**
 * When something was so, as a source tells it: milliseconds since the epoch, from a year, a date in any usual form, or
 * seconds or milliseconds. Null for what is no time, for one before 1970, and for one more than a day ahead of `now`.
 */
export function readObservedAt(value: unknown, now = Date.now()): number | null {
  const text = textOf(value);
  if (text === null) return null;
  const ms = /^[12]\d{3}$/.test(text) ? Date.UTC(Number(text)) : readTime(text);
  return ms !== null && ms > 0 && ms <= now + DAY_MS ? ms : null;
}
