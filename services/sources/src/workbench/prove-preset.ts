import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { search } from '@jmespath-community/jmespath';
import { SettingsError } from '@numscope/platform';
import { stringify } from 'yaml';
import { bindSources, type BoundSources } from '../config/load-sources-file.ts';
import { readPreset, type Exchange, type Preset } from '../presets/preset-file.ts';
import { isItem } from '../domain/field-shapes.ts';
import { askNumber } from './ask-number.ts';
import { type FixtureServer, startFixture } from './fixture-server.ts';
import { openSource } from './open-source.ts';
import { type Trial, tryCall } from './trial.ts';

const SOURCE = 'PRESET';
const origin = /^https?:\/\/[^/?#]+/;

/** What one of a preset's proofs came to; `faults` empty: it holds. */
export interface Proven {
  phone: string;
  trial: Trial;
  faults: string[];
}

export interface PresetProof {
  preset: string;
  /** On the real service, or on what its documentation shows. */
  isLive: boolean;
  proven: Proven[];
  /** Exchanges of the fixture that the proofs never asked for. */
  unused: Exchange[];
}

export interface ProveOptions {
  preset: string;
  /** With all references of the preset set here, the real service is asked. Null: the fixture. */
  env: Readonly<Record<string, string | undefined>> | null;
}

/** The same source, asked at another place. */
const movedTo = (place: string, value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(origin, place);
  if (Array.isArray(value)) return value.map((item) => movedTo(place, item));
  if (isItem(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, movedTo(place, inner)]));
  return value;
};

function bindPreset(
  { source, own, fixture }: Preset,
  { place, folder, env }: { place: string | null; folder: string; env: ProveOptions['env'] },
): BoundSources {
  const written = { ...source, ...own };
  const text = stringify({ sources: { [SOURCE]: place === null ? written : movedTo(place, written) } });
  return bindSources(text, { name: 'preset', folder, sandbox: false, env: env ?? fixture.env });
}

function faultsOf({ status, kind, holds }: Preset['proof'][number], trial: Trial): string[] {
  const faults = trial.status === status ? [] : [`is ${trial.status} instead of ${status}`];
  if (kind !== undefined && trial.kind !== kind) faults.push(`fails as ${trial.kind} instead of ${kind}`);
  const seen = JSON.parse(JSON.stringify(trial)) as Parameters<typeof search>[0];
  return [
    ...faults,
    ...holds.filter((expression) => search(seen, expression) !== true).map((text) => `does not hold: ${text}`),
  ];
}

/**
 * Asks what a preset's proofs ask and looks whether they hold: the same on the fixture and on the real service.
 * @throws SettingsError when there is no such preset, or its credentials are not there
 */
export async function provePreset({ preset: name, env }: ProveOptions): Promise<PresetProof> {
  const preset = readPreset(name);
  if (!preset) throw new SettingsError([`${name}: there is no preset of this name`]);
  const folder = mkdtempSync(join(tmpdir(), 'numscope-preset-'));
  let server: FixtureServer | null = null;
  try {
    for (const [file, text] of Object.entries(preset.fixture.files)) writeFileSync(join(folder, file), text);
    if (env === null) server = await startFixture(preset.fixture.exchanges);
    const bound = bindPreset(preset, { place: server?.origin ?? null, folder, env });
    const source = await openSource(bound, SOURCE);
    if (!source) throw new SettingsError([`${name}: is switched off`]);
    try {
      const proven: Proven[] = [];
      for (const proof of preset.proof.filter(({ fixtureOnly }) => env === null || !fixtureOnly)) {
        const trial = await tryCall({
          source: name,
          config: source.config,
          connector: source.connector,
          number: askNumber(proof.phone),
          secrets: bound.secrets,
        });
        proven.push({ phone: proof.phone, trial, faults: faultsOf(proof, trial) });
      }
      return { preset: name, isLive: env !== null, proven, unused: server?.unused() ?? [] };
    } finally {
      await source.close();
    }
  } finally {
    await server?.close();
    rmSync(folder, { recursive: true });
  }
}
