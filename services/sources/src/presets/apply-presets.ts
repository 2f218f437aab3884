import type { Fault } from '../config/check-secrets.ts';
import { isItem } from '../domain/field-shapes.ts';
import { presetNames, readPreset } from './preset-file.ts';

type Item = Readonly<Record<string, unknown>>;

/** What the operator says wins, name by name; a list is the operator's whole. */
export function merged(preset: Item, own: Item): Item {
  const names = new Set([...Object.keys(preset), ...Object.keys(own)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [offered, said] = [preset[name], own[name]];
      if (said === undefined) return [name, offered];
      return [name, isItem(offered) && isItem(said) ? merged(offered, said) : said];
    }),
  );
}

function withPreset(source: Item, path: string[], faults: Fault[]): Item {
  const { preset: name, ...own } = source;
  const preset = typeof name === 'string' ? readPreset(name) : null;
  if (preset) return merged(preset.source, own);
  faults.push({ path: [...path, 'preset'], message: `is not known: there are ${presetNames().join(', ')}` });
  return own;
}

/** The file's content, with the sources that name a preset filled in from it. */
export function withPresets(raw: unknown, faults: Fault[]): unknown {
  if (!isItem(raw) || !isItem(raw['sources'])) return raw;
  const sources = Object.entries(raw['sources']).map(([name, source]) => [
    name,
    isItem(source) && source['preset'] !== undefined ? withPreset(source, ['sources', name], faults) : source,
  ]);
  return { ...raw, sources: Object.fromEntries(sources) };
}
