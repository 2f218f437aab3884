import type { Fault } from '../config/check-secrets.ts';
import { isItem } from '../domain/field-shapes.ts';
import { presetNames, providerPresetNames, readPreset, readProviderPreset } from './preset-file.ts';

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

/** What a preset of each part of the file offers. */
const parts = {
  sources: { names: presetNames, offered: (name: string) => readPreset(name)?.source },
  providers: { names: providerPresetNames, offered: (name: string) => readProviderPreset(name)?.provider },
} as const;

type Part = keyof typeof parts;

function withPreset(part: Part, entry: Item, path: string[], faults: Fault[]): Item {
  const { preset: name, ...own } = entry;
  const offered = typeof name === 'string' ? parts[part].offered(name) : undefined;
  if (offered) return merged(offered, own);
  faults.push({ path: [...path, 'preset'], message: `is not known: there are ${parts[part].names().join(', ')}` });
  return own;
}

function filledIn(part: Part, entries: Item, faults: Fault[]): Item {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      isItem(entry) && entry['preset'] !== undefined ? withPreset(part, entry, [part, name], faults) : entry,
    ]),
  );
}

/** The file's content, with the sources and providers that name a preset filled in from it. */
export function withPresets(raw: unknown, faults: Fault[]): unknown {
  if (!isItem(raw)) return raw;
  const filled: Record<string, unknown> = { ...raw };
  for (const part of ['sources', 'providers'] as const) {
    const entries = raw[part];
    if (isItem(entries)) filled[part] = filledIn(part, entries, faults);
  }
  return filled;
}
