import { resolve } from 'node:path';
import { distributedSettings, type EngineAddress, type Env } from '@numscope/mains';
import { SettingsError } from '@numscope/platform';

export interface MoveOptions {
  /** The data folder of the embedded installation. */
  from: string;
  busUrl: EngineAddress;
  storeUrl: EngineAddress;
  searchUrl: EngineAddress;
  blobUrl: EngineAddress;
  logLevel: string;
}

const USAGE = '--from: must name the data folder of the installation that moves, as --from ./data';

function folderIn(args: readonly string[], faults: string[]): string {
  let from = '';
  for (let i = 0; i < args.length; i++) {
    const [option = '', inline] = (args[i] ?? '').split(/=(.*)/s);
    if (option === '--from') from = inline ?? args[++i] ?? '';
    else faults.push(`${option}: there is no such option; the only one is --from ./data`);
  }
  if (from === '') faults.push(USAGE);
  return resolve(from);
}

/** @throws SettingsError that lists every fault of the words and of the environment */
export function optionsFrom(args: readonly string[], env: Env): MoveOptions {
  const faults: string[] = [];
  const from = folderIn(args, faults);
  try {
    // A command, unlike a service, says little beside what it is asked for.
    const given = distributedSettings(['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL', 'LOG_LEVEL'], {
      LOG_LEVEL: 'error',
      ...env,
    });
    if (faults.length > 0) throw new SettingsError([]);
    const {
      BUS_URL: busUrl,
      STORE_URL: storeUrl,
      SEARCH_URL: searchUrl,
      BLOB_URL: blobUrl,
      LOG_LEVEL: logLevel,
    } = given;
    return { from, busUrl, storeUrl, searchUrl, blobUrl, logLevel };
  } catch (error) {
    if (error instanceof SettingsError) throw new SettingsError([...faults, ...error.faults]);
    throw error;
  }
}
