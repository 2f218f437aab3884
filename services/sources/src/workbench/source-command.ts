import { unsaidNeeds } from '../domain/fields/known-fields.ts';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { asksForHelp } from '@numscope/mains/terminal';
import { reasonOf, SettingsError } from '@numscope/platform';
import { loadSourcesFile } from '../config/load-sources-file.ts';
import { presetNames, providerPresetNames, readPreset, readProviderPreset } from '../presets/preset-file.ts';
import { askNumber } from './ask-number.ts';
import { startFixture } from './fixture-server.ts';
import { openSource } from './open-source.ts';
import { provePreset } from './prove-preset.ts';
import { proveProvider } from './prove-provider.ts';
import { showTrial } from './show-trial.ts';
import { tryCall } from './trial.ts';

const usage = `npm run source -- try NAME --phone +998901234567 [--raw] [--json] [--file sources.yaml] [--known 'names=Ann Smith']
    asks one source of the sources file about one number, with no server: one call, which may cost
npm run source -- prove [PRESET] [--live]
    holds presets against what their providers document; --live: against the real service, with your key
npm run source -- presets
    lists the presets
npm run source -- fixture PRESET
    answers on this machine what a provider documents, until it is ended: to rehearse with no account`;

type Env = Readonly<Record<string, string | undefined>>;
/** Where a command speaks: `out` what was asked for, `err` why it could not be done. */
interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** 0: done; 1: the source failed, or a proof does not hold; 2: wrong use. */
type ExitCode = 0 | 1 | 2;

/** What other sources would have found, as `--known names=...` says it. @throws SettingsError where one is missing */
function knownOf(words: readonly string[], needs: readonly string[]): Record<string, string> {
  const found = Object.fromEntries(
    words.map((word) => [word.split('=', 1)[0] ?? '', word.slice(word.indexOf('=') + 1)]),
  );
  const [missing] = unsaidNeeds(needs, found);
  if (missing !== undefined)
    throw new SettingsError([`--known: it is asked with what others found; say it as --known '${missing}=...'`]);
  return found;
}

const readWords = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      phone: { type: 'string' },
      file: { type: 'string' },
      raw: { type: 'boolean' },
      json: { type: 'boolean' },
      known: { type: 'string', multiple: true },
      live: { type: 'boolean' },
    },
  });

async function trySource(
  name: string,
  { phone, file, raw, json, known = [] }: ReturnType<typeof readWords>['values'],
  env: Env,
  { out, err }: Terminal,
): Promise<ExitCode> {
  if (phone === undefined) throw new SettingsError(['--phone: say which number, as --phone +998901234567']);
  const number = askNumber(phone);
  const path = file ?? (env['SOURCES_FILE'] || 'sources.yaml');
  const bound = loadSourcesFile({ path, sandbox: env['SANDBOX'] === 'true', env });
  for (const warning of bound.warnings) err(`Warning: ${warning}`);
  const source = await openSource(bound, name);
  if (!source) {
    const names = bound.asked.map((one) => one.name).join(', ') || 'none';
    throw new SettingsError([`${name}: ${path} has no such source that is on; it has ${names}`]);
  }
  try {
    const { config, connector } = source;
    const found = knownOf(known, config.needs ?? []);
    const asked = { ...number, found };
    const trial = await tryCall({ source: name, config, connector, number: asked, secrets: bound.secrets });
    out(json ? JSON.stringify(trial, null, 2) : showTrial(trial, raw ?? false));
    return trial.kind === null ? 0 : 1;
  } finally {
    await source.close();
  }
}

/** Every fault of a preset's proofs, in words. */
async function faultsOfPreset(preset: string, env: Env | null): Promise<string[]> {
  if (providerPresetNames().includes(preset)) return proveProvider(preset, env);
  const { proven, unused } = await provePreset({ preset, env });
  return [
    ...proven.flatMap((one) => one.faults.map((fault) => `${one.phone} ${fault}`)),
    ...unused.map(({ request: { method, path } }) => `${method} ${path} of its fixture was never asked for`),
  ];
}

async function prove(preset: string, env: Env | null, { out }: Terminal): Promise<boolean> {
  const faults = await faultsOfPreset(preset, env);
  const where = env === null ? 'on its fixture' : 'on the real service';
  out(faults.length === 0 ? `${preset}: holds ${where}` : `${preset}: does not hold ${where}`);
  for (const fault of faults) out(`  ${fault}`);
  return faults.length === 0;
}

async function serveFixture(name: string, { out }: Terminal): Promise<ExitCode> {
  const preset = readPreset(name) ?? readProviderPreset(name);
  if (!preset) throw new SettingsError([`${name}: there is no preset of this name`]);
  const { env, exchanges } = preset.fixture;
  const server = await startFixture(exchanges);
  out(
    [`${preset.title} at ${server.origin}`, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)].join('\n'),
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  return 0;
}

/** `npm run source -- ...`: what an operator can try without a server. Secrets are masked in all that is said. */
export async function runSourceCommand(args: readonly string[], env: Env, terminal: Terminal): Promise<ExitCode> {
  if (asksForHelp(args)) {
    terminal.out(usage);
    return 0;
  }
  try {
    const { values, positionals } = readWords(args);
    const [action, name] = positionals;
    if (action === 'presets') {
      terminal.out(
        [...presetNames(), ...providerPresetNames().map((one) => `${one} (a provider of face search)`)].join('\n'),
      );
      return 0;
    }
    if (action === 'try' && name !== undefined) return await trySource(name, values, env, terminal);
    if (action === 'fixture' && name !== undefined) return await serveFixture(name, terminal);
    if (action === 'prove') {
      if (values.live && name === undefined) throw new SettingsError(['--live: say which preset']);
      let holds = true;
      const where = values.live ? env : null;
      for (const preset of name === undefined ? [...presetNames(), ...providerPresetNames()] : [name])
        holds = (await prove(preset, where, terminal)) && holds;
      return holds ? 0 : 1;
    }
  } catch (error) {
    terminal.err(reasonOf(error));
    return 2;
  }
  terminal.err(usage);
  return 2;
}
