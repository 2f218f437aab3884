import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineAddress } from '@numscope/mains/engine-settings';
import { distributedSettings } from '@numscope/mains/read-settings';
import { SettingsError } from '@numscope/platform';

type EngineUrl = 'BUS_URL' | 'STORE_URL' | 'SEARCH_URL' | 'BLOB_URL';

/** Reads an engine's settings as a process does. */
export const addressFrom = (name: EngineUrl, env: Record<string, string>): EngineAddress =>
  distributedSettings([name], env)[name];

/** A file with a password, as it is mounted. */
export function passwordFile(dir: string, name: string, password: string): string {
  const file = join(dir, name);
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return file;
}

/**
 * What a start says of settings that are not right. It must be one that ends the process, in one line of one setting,
 * and show no password.
 */
export async function faultOf(opening: Promise<unknown>, passwords: readonly string[]): Promise<string> {
  const met: unknown = await opening.then(
    () => new Error('it was opened'),
    (error: unknown) => error,
  );
  if (!(met instanceof SettingsError)) throw met;
  const shown = passwords.filter((password) => met.message.includes(password));
  if (shown.length > 0) throw new Error('it shows a password');
  return met.faults.join('\n');
}
