import { currentLanguage, languageNames } from '../i18n/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(languageNames[currentLanguage()].tag, options);
    formats.set(key, made);
  }
  return made;
}

/** A whole number, grouped as the language has it: 12,840. */
export const formatCount = (value: number): string => format('count', { maximumFractionDigits: 0 }).format(value);

/** With a fixed number of decimals: confidence, cost. */
export const formatDecimal = (value: number, decimals: number): string =>
  format(`decimal ${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);

const cut = (value: number, unit: number): string => {
  const units = value / unit;
  return units < 10 ? (Math.floor(units * 10) / 10).toFixed(1) : String(Math.floor(units));
};

/** Short from 1,000 on, rounded down: 6.9k, 268k, 1.2M. Only where nobody decides on the number. */
export function formatShort(value: number): string {
  if (value < 1000) return String(Math.floor(value));
  return value < 1_000_000 ? `${cut(value, 1000)}k` : `${cut(value, 1_000_000)}M`;
}

/** A percentage, rounded down to a tenth, so that 100% means finished. */
export function formatPercent(value: number): string {
  const tenths = Math.floor(Math.min(100, Math.max(0, value)) * 10 + 1e-9) / 10;
  return `${tenths === 0 || tenths === 100 ? tenths : tenths.toFixed(1)}%`;
}

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** Bytes in the unit that reads best: 13.4 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
