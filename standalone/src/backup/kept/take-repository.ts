import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { lockFolder } from '../../data-dir.ts';
import { writeDurably } from '../durable.ts';
import { isFree } from '../layout.ts';
import { isBackup } from '../manifest.ts';
import { type Head, isRepository, listed, readHead, removeUnfinished, requireWay, writeHead } from './repository.ts';

export interface KeepOptions {
  /** Takes only what no former backup of the folder has. */
  incremental: boolean;
  /** For whom it is encrypted; null: it is not. */
  recipients: string[] | null;
}

const HASH_KEY = 'backup-names.key';

/** @throws SettingsError */
export const refuse = (what: string): never => {
  throw new SettingsError([what]);
};

/** Sees to it that the folder is one of several backups, and for the same readers. */
function requireRepository(folder: string, of: Head['of'], { incremental, recipients }: KeepOptions): void {
  if (isBackup(folder)) refuse(`--to: ${folder} holds a single whole backup already; name another folder`);
  if (!isRepository(folder)) {
    if (!isFree(folder)) refuse(`--to: ${folder} is not empty; name a new folder`);
    return writeHead(folder, { recipients, of });
  }
  requireWay('--to', folder, of);
  const former = readHead(folder).recipients;
  if (listed(folder).length > 0 && !incremental)
    refuse(`--to: ${folder} holds backups already; add --incremental, or name another folder`);
  if (JSON.stringify(former) === JSON.stringify(recipients)) return;
  if (former === null)
    refuse(`--encrypt: the backups in ${folder} are not encrypted; name another folder for those that are`);
  if (recipients === null) refuse(`--encrypt: the backups in ${folder} are encrypted; say for whom by --encrypt`);
  refuse(`--encrypt: the backups in ${folder} are encrypted for others; name another folder`);
}

/** Takes a folder for one more backup, makes the folders in it, and clears away what did not end. */
export function takeRepository(folder: string, of: Head['of'], options: KeepOptions, folders: readonly string[]): void {
  requireRepository(folder, of, options);
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  removeUnfinished(folder);
}

/** Makes the folder, and does this while nobody else makes a backup into it. */
export async function whileLocked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder('--to', folder);
  try {
    return await work();
  } finally {
    lock.release();
    for (const name of readdirSync(folder))
      if (name.startsWith('lock.sqlite')) rmSync(join(folder, name), { force: true });
  }
}

/** The key that names pieces in encrypted backups. It is backed up too, so that a restore brings it back. */
export function hashKeyOf(dataDir: string): string {
  const file = join(dataDir, HASH_KEY);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    writeDurably(`${file}.new`, `${randomBytes(32).toString('hex')}\n`);
    renameSync(`${file}.new`, file);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key))
    refuse(`DATA_DIR: ${file} is damaged; delete it: the next backup takes everything anew`);
  return key;
}
