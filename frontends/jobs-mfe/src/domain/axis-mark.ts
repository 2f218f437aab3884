import { formatDecimal } from '@numscope/ui';

const DIGITS = 3;

/**
 * A whole number as it stands at an axis: 500, 10.5k, 981k, 1.25M. Three digits, the rest cut off, for it has no room for more; with two the top of a curve of
 * 10,500 would read as if it were of 10,000.
 */
export function axisMark(value: number): string {
  if (value < 1000) return String(value);
  const [unit, sign] = value < 1_000_000 ? ([1000, 'k'] as const) : ([1_000_000, 'M'] as const);
  const decimals = Math.max(0, DIGITS - String(Math.floor(value / unit)).length);
  const parts = String(Math.floor(value / (unit / 10 ** decimals)));
  const zeros = Math.min(decimals, parts.length - parts.replace(/0+$/, '').length);
  return `${formatDecimal(Number(parts) / 10 ** decimals, decimals - zeros)}${sign}`;
}
