import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { distributedSettings } from '@numscope/mains/read-settings';
import { Embedded, type Env } from '@numscope/mains/settings';
import { readSettings, SettingsError, unlessFaulty } from '@numscope/platform';
import * as z from 'zod';
import type { EngineAddresses } from './engines/installation.ts';

const engines = ['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL'] as const;
const Needed = Embedded.pick({ DATA_DIR: true, BUS_URL: true, STORE_URL: true, SEARCH_URL: true, BLOB_URL: true });

const Moment = z.iso.datetime({ offset: true });

/** The folder of the installation. @throws SettingsError where its records are elsewhere */
function dataDirIn(env: Env, faults: string[]): string {
  const settings = readSettings(Needed, env);
  for (const name of engines)
    if (settings[name] !== null)
      faults.push(
        `${name}: is set, and STORE_URL is not, so that what belongs together lies in two places; see docs/distributed.md, Backups`,
      );
  return resolve(settings.DATA_DIR);
}

/** Whether the records are in MongoDB, so that the backup is one of engines. */
const isDistributed = ({ STORE_URL: url }: Env): boolean => url !== undefined && url !== '' && url !== 'embedded';

/** Where the engines are. */
function addressesIn(env: Env, faults: string[]): { addresses: EngineAddresses; dataDir: string } | null {
  const found = unlessFaulty(faults, () => distributedSettings(['BUS_URL', 'STORE_URL', 'BLOB_URL', 'DATA_DIR'], env));
  if (found === null) return null;
  const { BUS_URL: busUrl, STORE_URL: storeUrl, BLOB_URL: blobUrl, DATA_DIR: dataDir } = found;
  return { addresses: { busUrl, storeUrl, blobUrl }, dataDir: resolve(dataDir) };
}

/** Words that only one way to run the product knows. */
function refuseWord(word: string | undefined, name: string, faults: string[]): void {
  if (word !== undefined) faults.push(`${name}: is for the distributed way, where STORE_URL names MongoDB`);
}

const kinds = {
  folder: 'FOLDER',
  file: 'FILE',
  time: 'TIME',
  for: 'PUBLIC-KEY or FILE',
} as const;

type Known = Readonly<Record<string, keyof typeof kinds | 'flag'>>;

/** The words of a command; those that it does not know, or that lack their value, are faults. */
function wordsOf<const K extends Known>(
  known: K,
  args: readonly string[],
  faults: string[],
): Partial<Record<keyof K, string>> {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
  );
  const found: Partial<Record<keyof K, string>> = {};
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const all = Object.entries(known).map(([name, kind]) => (kind === 'flag' ? `--${name}` : `--${name} ${kinds[kind]}`));
  for (const token of tokens) {
    if (token.kind !== 'option') {
      if (token.kind === 'positional') faults.push(`${token.value}: is no option; there are ${all.join(', ')}`);
      continue;
    }
    const kind = known[token.name];
    if (kind === undefined) faults.push(`${token.rawName}: there is no such option; there are ${all.join(', ')}`);
    else if (found[token.name] !== undefined) faults.push(`${token.rawName}: is said twice`);
    else if (kind === 'flag') found[token.name as keyof K] = 'true';
    else if (!token.value || token.value.startsWith('--'))
      faults.push(`${token.rawName}: must name a ${kind === 'folder' ? 'folder, as --to ../backup' : kinds[kind]}`);
    else found[token.name as keyof K] = token.value;
  }
  return found;
}

interface KeepWords {
  dataDir: string;
  folder: string;
  incremental: boolean;
  encryptFor: string | null;
}

export type BackupOptions =
  | ({ action: 'to' } & KeepWords)
  | ({ action: 'engines-to'; addresses: EngineAddresses; stopped: boolean } & KeepWords)
  | { action: 'check'; folder: string; keyFile: string | null }
  | { action: 'new-key'; file: string };

/**
 * Reads the words of `npm run backup` and the environment.
 * @throws SettingsError that lists every fault
 */
export function backupOptions(args: readonly string[], env: Env): BackupOptions {
  const faults: string[] = [];
  const known = {
    to: 'folder',
    check: 'folder',
    'new-key': 'file',
    incremental: 'flag',
    encrypt: 'for',
    stopped: 'flag',
    key: 'file',
  } as const;
  const words = wordsOf(known, args, faults);
  const { to, check, 'new-key': newKey, stopped } = words;
  const actions = [to, check, newKey].filter((each) => each !== undefined);
  if (actions.length > 1 || (actions.length === 0 && faults.length === 0))
    faults.push('say one of --to FOLDER or --check FOLDER or --new-key FILE');
  if ((words.incremental ?? words.encrypt ?? stopped) !== undefined && to === undefined)
    faults.push('--incremental, --encrypt, --stopped: belong to --to FOLDER');
  if (words.key !== undefined && check === undefined) faults.push('--key: belongs to --check FOLDER');
  if (check !== undefined && faults.length === 0)
    return { action: 'check', folder: resolve(check), keyFile: words.key ?? null };
  if (newKey !== undefined && faults.length === 0) return { action: 'new-key', file: resolve(newKey) };
  const kept = {
    folder: resolve(to ?? ''),
    incremental: words.incremental !== undefined,
    encryptFor: words.encrypt ?? null,
  };
  if (isDistributed(env)) {
    const found = addressesIn(env, faults);
    if (found === null || faults.length > 0) throw new SettingsError(faults);
    return { action: 'engines-to', ...found, ...kept, stopped: stopped !== undefined };
  }
  refuseWord(stopped, '--stopped', faults);
  const dataDir = to === undefined ? '' : dataDirIn(env, faults);
  if (faults.length > 0) throw new SettingsError(faults);
  return { action: 'to', dataDir, ...kept };
}

interface RestoreWords {
  folder: string;
  at: Date | null;
  keyFile: string | null;
}

/** What `npm run restore` is asked for. */
export type RestoreOptions =
  | ({ way: 'folder'; dataDir: string } & RestoreWords)
  | ({ way: 'engines'; addresses: EngineAddresses; replace: boolean } & RestoreWords);

function momentOf(text: string, faults: string[]): Date | null {
  const moment = Moment.safeParse(text);
  if (moment.success) return new Date(moment.data);
  faults.push('--at: must be a moment with its offset, as 2026-02-03T04:05:06Z or 2026-02-03T04:05:06+01:00');
  return null;
}

/** Reads the words of `npm run restore` and the environment. @throws SettingsError that lists every fault */
export function restoreOptions(args: readonly string[], env: Env): RestoreOptions {
  const faults: string[] = [];
  const known = { from: 'folder', at: 'time', key: 'file', replace: 'flag' } as const;
  const { from, at, key, replace } = wordsOf(known, args, faults);
  if (from === undefined && faults.length === 0) faults.push('say --from FOLDER');
  const moment = at === undefined ? null : momentOf(at, faults);
  const said = { folder: resolve(from ?? ''), at: moment, keyFile: key ?? null };
  if (isDistributed(env)) {
    const found = addressesIn(env, faults);
    if (found === null || faults.length > 0) throw new SettingsError(faults);
    return { way: 'engines', addresses: found.addresses, replace: replace !== undefined, ...said };
  }
  refuseWord(replace, '--replace', faults);
  const dataDir = dataDirIn(env, faults);
  if (faults.length > 0) throw new SettingsError(faults);
  return { way: 'folder', dataDir, ...said };
}
