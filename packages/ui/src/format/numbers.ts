import type { Language } from '@numscope/contracts';
import { currentLanguage, languageNames } from '../i18n/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { tag } = languageNames[currentLanguage()];
  const key = `${tag} ${name}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(tag, options);
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
  return units < 10 ? formatDecimal(Math.floor(units * 10) / 10, 1) : String(Math.floor(units));
};

/** Short from 1,000 on, rounded down: 6.9k, 268k, 1.2M. Only where nobody decides on the number. */
export function formatShort(value: number): string {
  if (value < 1000) return String(Math.floor(value));
  return value < 1_000_000 ? `${cut(value, 1000)}k` : `${cut(value, 1_000_000)}M`;
}

/** A percentage as the language writes it, rounded down to a tenth, so that 100% means finished: 99.6%, 99,6 %. */
export function formatPercent(value: number): string {
  const tenths = Math.floor(Math.min(100, Math.max(0, value)) * 10 + 1e-9) / 10;
  const decimals = tenths === 0 || tenths === 100 ? 0 : 1;
  return format(`percent ${decimals}`, { style: 'percent', minimumFractionDigits: decimals }).format(tenths / 100);
}

const latinUnits = ['B', 'KB', 'MB', 'GB'] as const;
/** Where a language has its own; a K is 1024 in all, which the units of Intl are not. */
const unitsOf: Partial<Record<Language, readonly string[]>> = {
  fr: ['o', 'Ko', 'Mo', 'Go'],
  ru: ['Б', 'КБ', 'МБ', 'ГБ'],
};

/** Bytes in the unit that reads best: 13.4 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < latinUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const units = unitsOf[currentLanguage()] ?? latinUnits;
  return `${unit === 0 || value >= 100 ? formatCount(value) : formatDecimal(value, 1)} ${units[unit]}`;
}
