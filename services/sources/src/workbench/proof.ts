import { search } from '@jmespath-community/jmespath';
import { stringify } from 'yaml';
import { bindSources, type BoundSources } from '../config/load-sources-file.ts';
import { mapTexts } from '../domain/json/map-texts.ts';
import { merged } from '../presets/apply-presets.ts';

type Declaration = Parameters<typeof merged>[0];

/** Where a preset is held against what its provider documents, and with which credentials. */
export interface ProvingPlace {
  /** The fixture's, instead of the provider's own; null: the real service is asked. */
  origin: string | null;
  /** Of the files that it reads. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Binds what a preset declares, with the operator's part, alone under a name of a part of the sources file. */
export function bindAlone(
  part: 'sources' | 'providers',
  name: string,
  declared: { offered: Declaration; own: Declaration },
  { origin, folder, env }: ProvingPlace,
): BoundSources {
  const written = merged(declared.offered, declared.own);
  const asked = origin === null ? written : mapTexts(written, (text) => text.replace(/^https?:\/\/[^/?#]+/, origin));
  return bindSources(stringify({ [part]: { [name]: asked } }), { name: 'preset', folder, sandbox: false, env });
}

/** What does not hold of what came of a call, in words. @param holds JMESPath over it; each must be true */
export function unheld(holds: readonly string[], came: unknown): string[] {
  const seen = JSON.parse(JSON.stringify(came)) as Parameters<typeof search>[0];
  return holds.filter((expression) => search(seen, expression) !== true).map((text) => `does not hold: ${text}`);
}
