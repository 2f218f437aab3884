import { existsSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { type DataDirLock, lockFolder } from '../../data-dir.ts';

/** The moment is caught here, on the disk of the installation, in clear text as the installation is. */
export const stagingOf = (dataDir: string): string => join(dataDir, 'run', 'backup');

/** @throws SettingsError when another backup of this installation is being made there */
export const lockStaging = (dataDir: string): DataDirLock => lockFolder('DATA_DIR', dirname(stagingOf(dataDir)));

const remove = (dataDir: string): void => rmSync(stagingOf(dataDir), { recursive: true, force: true });

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs what works in there and removes all of it afterwards, also where a signal or a fault ends the process: it is a copy
 * in clear text that no erasure of a number knows of.
 */
export async function withStaging<T>(dataDir: string, work: (staging: string) => Promise<T>): Promise<T> {
  const clear = (): void => remove(dataDir);
  const end = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal]);
  process.on('exit', clear);
  for (const signal of endSignals) process.on(signal, end);
  try {
    remove(dataDir);
    return await work(stagingOf(dataDir));
  } finally {
    for (const signal of endSignals) process.off(signal, end);
    process.off('exit', clear);
    clear();
  }
}

/** Removes what a backup left that was killed; nothing while one is being made. */
export function clearStaging(dataDir: string): void {
  if (!existsSync(stagingOf(dataDir))) return;
  try {
    const lock = lockStaging(dataDir);
    remove(dataDir);
    lock.release();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
  }
}
