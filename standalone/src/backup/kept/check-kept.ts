import type { Say } from '../copy-moment.ts';
import type { Manifest } from '../manifest.ts';
import { openKept } from './bring-back.ts';
import { checkEach } from './check-each.ts';
import { CheckedPacks } from './checked-packs.ts';
import { chosen } from './repository.ts';

/**
 * Reads all backups of a folder, with their content, and says of each whether it is whole.
 * @returns the newest
 * @throws SettingsError where a key is needed; Error that names what is not as it was written
 */
export async function checkKept(folder: string, identities: readonly string[] | null, say: Say): Promise<Manifest> {
  const newest = chosen(folder, null);
  const packs = new CheckedPacks(folder, say);
  const manifests: Manifest[] = [];
  await checkEach(
    folder,
    async (one) => {
      const found = await openKept(folder, one, identities);
      if (one.id === newest.id) manifests.push(found.kept.manifest);
      return packs.faultsFor(found);
    },
    say,
  );
  const [manifest] = manifests;
  if (!manifest) throw new Error(`the backups in ${folder} changed while they were read`);
  return manifest;
}
