import { t } from '../i18n/texts.ts';
import type { Criterion } from './criteria.ts';

/** Unrecognised lines that are shown, and the characters of each. */
const SHOWN_LINES = 5;
const LONG = /^(.{40}).+$/su;

interface PastedLines {
  lines: readonly string[];
  /** What the lines mean, in their order. */
  items: readonly Criterion[];
  /** Lines that mean nothing. */
  unknown: readonly string[];
}

/** What a pasted list means: one entry on each line, or between semicolons. */
export function readLines(text: string, meaningOf: (line: string) => Criterion | undefined): PastedLines {
  const lines = text
    .split(/[\n\r;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const items: Criterion[] = [];
  const unknown: string[] = [];
  for (const line of lines) {
    const item = meaningOf(line);
    if (item === undefined) unknown.push(line);
    else items.push(item);
  }
  return { lines, items, unknown };
}

const cut = (line: string): string => line.replace(LONG, '$1…');

/** Says how many pasted lines mean nothing, and which. */
export function notUnderstood(unknown: readonly string[]): string {
  const shown = unknown.slice(0, SHOWN_LINES).map(cut).join(', ');
  const lines = unknown.length > SHOWN_LINES ? `${shown}, …` : shown;
  return t('linesUnknown', { count: unknown.length, lines });
}
