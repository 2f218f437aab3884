import { existsSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { connectorKinds, type FaceProvider, NUMBERING_PLAN, SANDBOX } from '@numscope/contracts';
import { reasonOf, SettingsError } from '@numscope/platform';
import type * as z from 'zod';
import { type AskedSource, type Proxy, type SourceConfig, SourcesFile } from './source-config.ts';
import { SURE_CHARS } from '../connectors/http/secret-mask.ts';
import { SandboxSource } from '../connectors/sandbox/sandbox-source.ts';
import { databaseOf, pathOfSqlite } from '../connectors/sql/dialects.ts';
import { mapTexts } from '../domain/json/map-texts.ts';
import type { ProviderConfig } from '../providers/provider-config.ts';
import type { Fault } from './check-secrets.ts';
import { checkFile } from './check-sources-file.ts';
import { toldOfPresets, withPresets } from '../presets/apply-presets.ts';
import { secretsIn } from './literal-secrets.ts';
import { createResolver, type Resolver } from './references.ts';
import { readYaml } from '@numscope/platform/yaml-lines';

/**
 * The sources as they will be asked: references filled in, paths absolute. Holds secrets: never to be logged or
 * answered.
 */
export interface BoundSources {
  asked: Array<{ name: string; config: AskedSource }>;
  /** Null when the operator switched it off. */
  numberingPlan: { trust: number } | null;
  /** What the file binds but switches off, by name. */
  off: ReadonlyMap<string, SourceConfig>;
  proxies: Readonly<Record<string, Proxy>>;
  /** The providers of face search. */
  providers: Readonly<Partial<Record<FaceProvider, ProviderConfig>>>;
  /** Secrets to be taken out of whatever a provider sends back. */
  secrets: string[];
  /** What works but had better be otherwise, with its line. */
  warnings: string[];
}

interface Binding {
  sandbox: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

export interface SourcesFileOptions extends Binding {
  path: string;
}

export interface SourcesTextOptions extends Binding {
  /** What the text is called where its faults are told. */
  name: string;
  /** Paths in it are relative to this. */
  folder: string;
  /** The line of the text that is told as its first. */
  firstLine?: number;
  /** Looks for further faults in what the text says, presets filled in, references not yet. */
  check?(raw: unknown, faults: Fault[]): void;
}

const PLAN_TRUST = 0.5;
const sandboxDefault = SandboxSource.parse({ connector: 'sandbox', limits: { concurrency: 8 }, retries: 0 });

const SHORT_SECRET = `has fewer than ${SURE_CHARS} characters: it is masked only where it stands alone, and not in values`;

const anyOf = (kinds: readonly string[]): string => `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;

/** A fault of a schema, with the place that it is about: an unknown name is told where it stands. */
function faultsOfSchema(error: z.ZodError): Fault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not known here' }));
    if (issue.code === 'invalid_union' && issue.path.at(-1) === 'connector')
      return [{ path: issue.path, message: `must be ${anyOf(connectorKinds)}` }];
    return [
      {
        path: issue.path,
        message: issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message,
      },
    ];
  });
}

/** Fills in the references of every text; what is found in one is told at its own place. */
const resolveAll = (raw: unknown, resolver: Resolver, faults: Fault[], warnings: Fault[]): unknown =>
  mapTexts(raw, (text, path) => {
    try {
      return resolver.resolve(text, secretsIn(path, text), (reference, secret) => {
        if (secret.length < SURE_CHARS) warnings.push({ path, message: `the secret ${reference} ${SHORT_SECRET}` });
      });
    } catch (error) {
      faults.push({ path, message: reasonOf(error) });
      return text;
    }
  });

const isAsked = (entry: [string, SourceConfig]): entry is [string, AskedSource] =>
  entry[1].connector !== 'numbering-plan';

/** Paths in the file are relative to it. */
function withFullPath(config: AskedSource, folder: string): AskedSource {
  if (config.connector === 'dataset') return { ...config, file: resolve(folder, config.file) };
  if (config.connector === 'sql' && databaseOf(config.url) === 'sqlite')
    return { ...config, url: `sqlite:${resolve(folder, pathOfSqlite(config.url))}` };
  return config;
}

function bind(
  file: z.infer<typeof SourcesFile>,
  { folder, sandbox }: { folder: string; sandbox: boolean },
  told: Pick<BoundSources, 'secrets' | 'warnings'> = { secrets: [], warnings: [] },
): BoundSources {
  const entries = Object.entries(file.sources ?? {});
  const asked = entries
    .filter(isAsked)
    .filter(([, config]) => config.enabled)
    .map(([name, config]) => ({ name, config: withFullPath(config, folder) }));
  if (sandbox && !entries.some(([name]) => name === SANDBOX)) asked.push({ name: SANDBOX, config: sandboxDefault });
  const plan = file.sources?.[NUMBERING_PLAN];
  return {
    asked,
    numberingPlan:
      plan?.connector === 'numbering-plan' ? (plan.enabled ? { trust: plan.trust } : null) : { trust: PLAN_TRUST },
    off: new Map(entries.filter(([, config]) => !config.enabled)),
    proxies: file.proxies ?? {},
    providers: file.providers ?? {},
    ...told,
  };
}

/**
 * Reads a text that binds sources to connectors.
 * @throws SettingsError with every fault and its line
 */
export function bindSources(text: string, options: SourcesTextOptions): BoundSources {
  const { name, folder, sandbox, env, firstLine = 1, check } = options;
  const yaml = readYaml(text);
  const place = (line: number): string => `${name}:${Math.max(1, line - firstLine + 1)}`;
  if (yaml.faults.length > 0)
    throw new SettingsError(yaml.faults.map(({ line, message }) => `${place(line)}: ${message}`));

  const resolver = createResolver(folder, env);
  const faults: Fault[] = [];
  const raw = withPresets(yaml.value ?? {}, faults);
  faults.push(...checkFile(raw, { folder, sandbox }));
  check?.(raw, faults);
  const warnings: Fault[] = [];
  const resolved = resolveAll(raw, resolver, faults, warnings);
  const parsed = SourcesFile.safeParse(resolved);
  if (!parsed.success) faults.push(...faultsOfSchema(parsed.error));
  const linesOf = (found: readonly Fault[]): string[] => {
    const lines = found.map(({ path, message }) => ({
      line: yaml.lineOf(path),
      text: [path.map(String).join('.'), message].filter(Boolean).join(': '),
    }));
    return [...new Set(lines.sort((a, b) => a.line - b.line).map(({ line, text: told }) => `${place(line)}: ${told}`))];
  };
  if (faults.length > 0 || !parsed.success) throw new SettingsError(linesOf(toldOfPresets(faults, yaml.value, raw)));
  return bind(parsed.data, { folder, sandbox }, { secrets: resolver.secrets(), warnings: linesOf(warnings) });
}

/**
 * Reads the file that binds sources to connectors. Without a file, unless SOURCES_FILE names one, nothing is bound: only
 * the numbering plan is on, and the sandbox if asked for.
 * @throws SettingsError with every fault and its line
 */
export function loadSourcesFile({ path, sandbox, env }: SourcesFileOptions): BoundSources {
  const file = resolve(path);
  const folder = dirname(file);
  const name = basename(file);
  if (!existsSync(file)) {
    if (env['SOURCES_FILE']) throw new SettingsError([`${name}: is not there, though SOURCES_FILE names it`]);
    return bind({}, { folder, sandbox });
  }
  if (!statSync(file).isFile()) throw new SettingsError([`${name}: is not a file`]);
  return bindSources(readFileSync(file, 'utf8'), { name, folder, sandbox, env });
}

/** The stamp of a sources file that is not there. */
export const ABSENT = 'absent';

/** Which state of a file it is. Links are followed: what mounts configurations changes where they lead. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return ABSENT;
  }
}

/** The sources file as it was read, and which state of it that was, or an earlier one. */
export interface ReadSourcesFile {
  bound: BoundSources;
  stamp: string;
}

/** @throws SettingsError with every fault and its line */
export async function readSourcesFile(options: SourcesFileOptions): Promise<ReadSourcesFile> {
  const stamp = await stampOf(options.path);
  return { stamp, bound: loadSourcesFile(options) };
}
