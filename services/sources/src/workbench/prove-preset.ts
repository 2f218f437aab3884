import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { type Exchange, type Preset, readPreset } from '../presets/preset-file.ts';
import { askNumber } from './ask-number.ts';
import { openSource } from './open-source.ts';
import { playFixture } from './play-fixture.ts';
import { bindAlone, type ProvingPlace, unheld } from './proof.ts';
import { type Trial, tryCall } from './trial.ts';

const SOURCE = 'PRESET';

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
  /** Where it sets all references of the preset, the real service is asked. Null: the fixture is. */
  env: Readonly<Record<string, string | undefined>> | null;
}

type Proof = Preset['proof'][number];

function faultsOf({ status, kind, holds }: Proof, trial: Trial): string[] {
  const faults = trial.status === status ? [] : [`is ${trial.status} instead of ${status}`];
  if (kind !== undefined && trial.kind !== kind) faults.push(`fails as ${trial.kind} instead of ${kind}`);
  return [...faults, ...unheld(holds, trial)];
}

async function proveOne({ title, source: offered, own }: Preset, proof: Proof, place: ProvingPlace): Promise<Proven> {
  const bound = bindAlone('sources', SOURCE, { offered, own }, place);
  const source = await openSource(bound, SOURCE);
  if (!source) throw new SettingsError([`${title}: is switched off`]);
  try {
    const { config, connector } = source;
    const number = { ...askNumber(proof.phone), found: proof.known };
    const trial = await tryCall({ source: SOURCE, config, connector, number, secrets: bound.secrets });
    return { phone: proof.phone, trial, faults: faultsOf(proof, trial) };
  } finally {
    await source.close();
  }
}

/**
 * Asks what a preset's proofs ask and looks whether they hold: the same on the fixture and on the real service.
 * @throws SettingsError when there is no such preset, or its credentials are not there
 */
export async function provePreset({ preset: name, env }: ProveOptions): Promise<PresetProof> {
  const preset = readPreset(name);
  if (!preset) throw new SettingsError([`${name}: there is no preset of this name`]);
  const folder = mkdtempSync(join(tmpdir(), 'numscope-preset-'));
  const played = env === null ? await playFixture(preset, folder) : null;
  try {
    const proven: Proven[] = [];
    for (const proof of preset.proof.filter(({ fixtureOnly }) => played !== null || !fixtureOnly)) {
      const credentials = env ?? { ...played?.env, ...proof.env };
      proven.push(await proveOne(preset, proof, { origin: played?.origin ?? null, folder, env: credentials }));
    }
    return { preset: name, isLive: played === null, proven, unused: played?.unused() ?? [] };
  } finally {
    await played?.close();
    rmSync(folder, { recursive: true });
  }
}
