import type { SourcePreset } from '@numscope/contracts';
import { stringify } from 'yaml';
import { needsOf } from '../config/check-needs.ts';
import { presetNames, readPreset } from '../presets/preset-file.ts';

let presented: SourcePreset[] | null = null;

/** All presets, as whoever binds a source needs to see them. Their files never change while the product runs. */
export function presentPresets(): SourcePreset[] {
  presented ??= presetNames().flatMap((name) => {
    const preset = readPreset(name);
    if (!preset) return [];
    const { title, documentation, triedLive, source, own } = preset;
    return [
      {
        name,
        title,
        connector: String(source['connector']),
        needs: needsOf(source),
        documentation,
        triedLive,
        own: stringify({ preset: name, ...own }),
      },
    ];
  });
  return presented;
}
