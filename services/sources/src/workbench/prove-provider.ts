import { reasonOf, SettingsError } from '@numscope/platform';
import { SourceFault } from '../connectors/connector.port.ts';
import { type ProviderPreset, readProviderPreset } from '../presets/preset-file.ts';
import { ProviderConnector } from '../providers/provider-connector.ts';
import { startFixture } from './fixture-server.ts';
import { bindAlone, type ProvingPlace, unheld } from './proof.ts';

const PROVIDER = 'external-search';

type Proof = ProviderPreset['proof'][number];

async function faultsOf({ provider, own }: ProviderPreset, proof: Proof, place: ProvingPlace): Promise<string[]> {
  const env = { ...place.env, ...proof.env };
  const bound = bindAlone('providers', PROVIDER, { offered: provider, own }, { ...place, env });
  const config = bound.providers[PROVIDER];
  if (!config) throw new SettingsError(['the preset binds no provider']);
  const connector = new ProviderConnector({ config, proxy: null, secrets: bound.secrets, now: Date.now });
  try {
    const matches = await connector.search({ type: proof.type, content: proof.picture });
    if (proof.kind !== undefined) return [`answers instead of failing as ${proof.kind}`];
    return unheld(proof.holds, { matches });
  } catch (error) {
    const kind = error instanceof SourceFault ? error.kind : 'PROVIDER';
    if (proof.kind === kind) return [];
    return [`fails as ${kind}: ${reasonOf(error)}`];
  } finally {
    await connector.close();
  }
}

/**
 * Searches for the pictures of a provider preset's proofs and looks whether they hold: on its fixture or, with `env`, on
 * the real service. Answers the faults; none: it holds.
 * @throws SettingsError when there is no such preset, or its credentials are not there
 */
export async function proveProvider(
  name: string,
  env: Readonly<Record<string, string | undefined>> | null,
): Promise<string[]> {
  const preset = readProviderPreset(name);
  if (!preset) throw new SettingsError([`${name}: there is no preset of this name`]);
  const server = env === null ? await startFixture(preset.fixture.exchanges) : null;
  try {
    const place = { origin: server?.origin ?? null, folder: '.', env: env ?? preset.fixture.env };
    const faults: string[] = [];
    for (const proof of preset.proof) faults.push(...(await faultsOf(preset, proof, place)));
    const unused = server?.unused() ?? [];
    return [
      ...faults,
      ...unused.map(({ request }) => `${request.method} ${request.path} of its fixture was never asked`),
    ];
  } finally {
    await server?.close();
  }
}
