import { SettingsError } from '@numscope/platform';
import { type ReadSourcesFile, readSourcesFile } from '@numscope/sources/load-sources-file';
import { firstAdministratorFaults } from '@numscope/users/first-administrator';
import type { Faces } from './open-faces.ts';
import type { Settings } from './settings.ts';
import type { Stores } from './stores.ts';

/**
 * What is wrong with what shows only in files and records: the sources file, the first administrator where there is no
 * user yet, a face model of the operator's own. Told together, so that nobody starts once for each.
 * @returns the sources file besides, so that it is read once; null where it has faults
 */
export async function namedFaults(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  users: Stores['users'],
  faces: Promise<Faces>,
): Promise<{ faults: string[]; sourcesFile: ReadSourcesFile | null }> {
  const { sourcesFile: path, sandbox, adminUsername, adminPassword, faceModel } = settings;
  const faults: string[] = [];
  const told = (error: unknown): null => {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
    return null;
  };
  const sourcesFile = await readSourcesFile({ path, sandbox, env }).catch(told);
  faults.push(...(await firstAdministratorFaults({ store: users, settings: { adminUsername, adminPassword } })));
  // The built-in one is not waited for.
  if (faceModel !== null) await faces.catch(told);
  return { faults, sourcesFile };
}
