import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Call } from '../../packages/contracts/src/calls/call.ts';
import { calls } from '../../packages/contracts/src/calls/calls.ts';
import { serviceNames } from '../../packages/contracts/src/lists.ts';
import { keyFiles, makeKeys } from '../../packages/mains/src/keys/make-keys.ts';
import { makeEngineKeys } from '../../packages/mains/src/keys/make-engine-keys.ts';
import { addressNames } from '../../packages/mains/src/read-settings.ts';
import { signInNames } from '../../packages/mains/src/sign-in-settings.ts';
import { Distributed, type Env, type SettingName } from '../../packages/mains/src/settings.ts';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What a process gets that has none of the settings of this one; what Node.js compiled for others it need not compile again. */
export const bareEnv = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/** Each process of the distributed way. */
export const processNames = ['gateway', ...serviceNames] as const;
export type ProcessName = (typeof processNames)[number];

/** Lists of settings that a main may name as a whole. */
const namedLists: Readonly<Record<string, readonly string[]>> = { addressNames, signInNames };

const isSetting = (name: string): name is SettingName => name in Distributed.shape;

/** The names in the list that follows `before` in a source. */
function namesAfter(file: string, before: string): SettingName[] {
  const list = read(file).split(before)[1]?.split(']')[0] ?? '';
  const names = [...list.matchAll(/'([A-Z_]+)'/g)].map(([, name]) => name ?? '');
  const listed = Object.entries(namedLists).flatMap(([name, settings]) =>
    list.includes(`...${name}`) ? settings : [],
  );
  const known = [...listed, ...names].filter(isSetting);
  if (known.length === 0) throw new Error(`${file} has no settings after "${before}"`);
  return known;
}

const mainOf = (name: ProcessName): string =>
  name === 'gateway' ? 'gateway/src/main.ts' : `services/${name}/src/main.ts`;

/** The settings that a process reads: those of all, those of who are given files, and those that its main names. */
export function settingsOf(name: ProcessName): SettingName[] {
  const shared = 'packages/mains/src/run-process.ts';
  const scanning = takingFiles().includes(name) ? namesAfter(shared, 'const scanning = [') : [];
  return [
    ...namesAfter(shared, 'const common = ['),
    ...scanning,
    ...(name === 'auth' ? [] : (['AUTH_URL'] as const)),
    ...namesAfter(mainOf(name), 'settings: ['),
  ];
}

/** The processes that are given files of users, which the scanner sees: in forms, or as pictures to search by. */
export const takingFiles = (): ProcessName[] => {
  const given = new Set<string>(Object.values<Call>(calls).flatMap(({ files, service }) => (files ? [service] : [])));
  const byHand = serviceNames.filter((name) =>
    globSync(`services/${name}/src/**/*.ts`, { cwd: root }).some((file) => read(file).includes('kit.scanner')),
  );
  return processNames.filter((name) => given.has(name) || byHand.some((each) => each === name));
};

export const isKnownSetting = isSetting;

/** Metrics by name; true: a histogram. */
export function metricsInCode(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const file of globSync('{packages,services,gateway}/**/src/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })) {
    const source = read(file);
    for (const { 1: before = '', 2: name = '' } of source.matchAll(
      /(\w+)\(\s*(?:[\w.]+,)?\s*\{\s*name: '(numscope_\w+)'/g,
    ))
      found.set(name, before.toLowerCase() === 'histogram');
  }
  return found;
}

/**
 * Files as `make-engine-keys` and `make-keys` make them, and settings that name them below `/engines`, and below
 * `/keys/own` of users, as they are mounted.
 */
export async function engineKeys(): Promise<{ folder: string; mounted(env: Env): Env; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-engines-'));
  await makeEngineKeys(folder, { names: {} });
  makeKeys(join(folder, 'keys'));
  const factors = keyFiles.factors(join(folder, 'keys'));
  return {
    folder,
    mounted: (env) =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) => [
          name,
          value?.replace(/^\/engines\//, `${folder}/`).replace('/keys/own/second-factor.key', factors),
        ]),
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
