import type { Fault } from '../config/check-secrets.ts';
import type { Path } from '@numscope/platform/yaml-lines';
import { isItem, type Item } from '../domain/fields/field-shapes.ts';
import { presetNames, providerPresetNames, readPreset, readProviderPreset } from './preset-file.ts';

/** What the operator says wins, name by name; a list is the operator's whole, and null takes a field away. */
export function merged(preset: Item, own: Item): Item {
  const names = new Set([...Object.keys(preset), ...Object.keys(own)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [offered, said] = [preset[name], own[name]];
      if (said === undefined) return [[name, offered]];
      if (said === null && offered !== undefined) return [];
      return [[name, isItem(offered) && isItem(said) ? merged(offered, said) : said]];
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

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (isItem(at) && typeof name === 'string' ? at[name] : undefined), value);

/**
 * Faults as they are told: of what a preset says, and the operator does not, by whom it is said.
 * @param raw the file as it is written
 * @param filled the same with presets
 */
export const toldOfPresets = (faults: readonly Fault[], raw: unknown, filled: unknown): Fault[] =>
  faults.map(({ path, message }) => {
    const preset = valueAt(raw, [...path.slice(0, 2), 'preset']);
    const isOfPreset = valueAt(raw, path) === undefined && valueAt(filled, path) !== undefined;
    return typeof preset === 'string' && isOfPreset
      ? { path, message: `${message} (the preset ${preset} says so: say otherwise, or \`null\` to leave it out)` }
      : { path, message };
  });

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
