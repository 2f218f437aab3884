import type { SourcePreset } from '@numscope/contracts';
import { readSourceText } from './source-text.ts';

/** The fields that a source needs others to find, by its text; what the text leaves out its preset says. */
export function neededBy(text: string, presets: readonly SourcePreset[]): string[] {
  const source = readSourceText(text);
  const said = source?.at(['needs']);
  const preset = presets.find(({ name }) => name === source?.at(['preset']));
  const needs: unknown[] = Array.isArray(said) ? said : said === undefined ? (preset?.needs ?? []) : [];
  return [...new Set(needs.filter((field) => typeof field === 'string'))];
}
