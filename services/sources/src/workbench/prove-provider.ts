import { search } from '@jmespath-community/jmespath';
import { reasonOf, SettingsError } from '@numscope/platform';
import { stringify } from 'yaml';
import { bindSources } from '../config/load-sources-file.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import { merged } from '../presets/apply-presets.ts';
import { type ProviderPreset, readProviderPreset } from '../presets/preset-file.ts';
import { ProviderConnector } from '../providers/provider-connector.ts';
import { startFixture } from './fixture-server.ts';
import { movedTo } from './moved-to.ts';

const PROVIDER = 'external-search';

interface Place {
  /** Null: the real service. */
  origin: string | null;
  env: Readonly<Record<string, string | undefined>>;
}

type Proof = ProviderPreset['proof'][number];

async function faultsOf({ provider, own }: ProviderPreset, proof: Proof, { origin, env }: Place): Promise<string[]> {
  const written = merged(provider, own);
  const text = stringify({ providers: { [PROVIDER]: origin === null ? written : movedTo(origin, written) } });
  const bound = bindSources(text, { name: 'preset', folder: '.', sandbox: false, env: { ...env, ...proof.env } });
  const config = bound.providers[PROVIDER];
  if (!config) throw new SettingsError(['the preset binds no provider']);
  const connector = new ProviderConnector({ config, proxy: null, secrets: bound.secrets, now: Date.now });
  try {
    const matches = await connector.search({ type: proof.type, content: proof.picture });
    if (proof.kind !== undefined) return [`answers instead of failing as ${proof.kind}`];
    const seen = JSON.parse(JSON.stringify({ matches })) as Parameters<typeof search>[0];
    return proof.holds.filter((one) => search(seen, one) !== true).map((one) => `does not hold: ${one}`);
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
    const place: Place = { origin: server?.origin ?? null, env: env ?? preset.fixture.env };
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
