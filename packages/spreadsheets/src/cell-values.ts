const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of the two ways of counting. 1900 is taken for a leap year, so the days before March of it are one off. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 1 January 10000. */
const MOST_DAYS = 2_958_466;

/** A number without exponent and without `.0`: phones stand as numbers in many sheets. */
export function numberText(text: string): string {
  const value = text.trim();
  if (/^-?(?:0|[1-9]\d*)$/.test(value)) return value;
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const short = String(number);
  const [, sign = '', whole = '', part = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(short) ?? [];
  if (exponent === undefined) return short;
  const point = whole.length + Number(exponent);
  const digits = `${whole}${part}`;
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** `2026-01-31`, `2026-01-31T08:30:00` or, of less than a day, `08:30:00`: what a clock on the wall would show. */
export function dateText(text: string, from1904: boolean): string {
  const days = Number(text);
  if (text.trim() === '' || !Number.isFinite(days) || days < 0 || days >= MOST_DAYS) return numberText(text);
  const offset = !from1904 && days >= 1 && days < 60 ? 1 : 0;
  const ms = Math.round((days + offset) * (DAY_MS / 1000)) * 1000;
  const iso = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + ms).toISOString();
  const time = iso.slice(11, 19);
  if (days < 1 && days > 0) return time;
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`;
}
