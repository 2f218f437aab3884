import type { Say } from '../copy-moment.ts';
import type { Manifest } from '../manifest.ts';
import { checkContent, find } from './bring-back.ts';
import { chosen, listed } from './repository.ts';

/**
 * Reads all backups of a folder, with their content.
 * @returns the newest
 * @throws SettingsError where a key is needed; Error that names what is not as it was written
 */
export async function checkKept(folder: string, identities: readonly string[] | null, say: Say): Promise<Manifest> {
  const newest = chosen(folder, null);
  for (const one of listed(folder)) {
    const found = await find(folder, one, identities);
    await checkContent(folder, found);
    say(`${one.moment.toISOString()}: whole`);
    if (one.id === newest.id) return found.kept.manifest;
  }
  throw new Error(`the backups in ${folder} changed while they were read`);
}
