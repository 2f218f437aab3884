import { resolve } from 'node:path';
import { Embedded, type Env } from '@numscope/mains/settings';
import { readSettings, SettingsError } from '@numscope/platform';

const engines = ['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL'] as const;
const Needed = Embedded.pick({ DATA_DIR: true, BUS_URL: true, STORE_URL: true, SEARCH_URL: true, BLOB_URL: true });

export interface FolderOptions<Name extends string> {
  dataDir: string;
  /** What is to be done, and with which folder. */
  action: Name;
  folder: string;
}

/**
 * Reads the words of a command that knows one option of some, each with a folder, and the environment.
 * @throws SettingsError that lists every fault
 */
export function optionsFrom<const Name extends string>(
  names: readonly Name[],
  args: readonly string[],
  env: Env,
): FolderOptions<Name> {
  const faults: string[] = [];
  const given: Array<{ action: Name; folder: string }> = [];
  const known = names.map((name) => `--${name} FOLDER`).join(' or ');
  for (let at = 0; at < args.length; at++) {
    const [option = '', inline] = (args[at] ?? '').split(/=(.*)/s);
    const action = names.find((name) => `--${name}` === option);
    if (action === undefined) {
      faults.push(`${option}: there is no such option; there is ${known}`);
      continue;
    }
    const folder = inline ?? args[++at] ?? '';
    if (folder === '' || folder.startsWith('--')) faults.push(`${option}: must name a folder, as ${option} ../backup`);
    else given.push({ action, folder: resolve(folder) });
  }
  const [first, ...more] = given;
  if (more.length > 0 || (!first && faults.length === 0)) faults.push(`say one of ${known}`);
  const settings = readSettings(Needed, env);
  for (const name of engines)
    if (settings[name] !== null && first?.action !== 'check')
      faults.push(
        `${name}: is set, so the records are not all in DATA_DIR; back up the engines themselves, see docs/distributed.md, Backups`,
      );
  if (!first || faults.length > 0) throw new SettingsError(faults);
  return { ...first, dataDir: resolve(settings.DATA_DIR) };
}
