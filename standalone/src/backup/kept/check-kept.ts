import { reasonOf, SettingsError } from '@numscope/platform';
import type { Say } from '../copy-moment.ts';
import type { Manifest } from '../manifest.ts';
import { openKept } from './bring-back.ts';
import { CheckedPacks } from './checked-packs.ts';
import { chosen, type Listed, listed } from './repository.ts';

/**
 * Reads all backups of a folder, with their content, and says of each whether it is whole.
 * @returns the newest
 * @throws SettingsError where a key is needed; Error that names what is not as it was written
 */
export async function checkKept(folder: string, identities: readonly string[] | null, say: Say): Promise<Manifest> {
  const newest = chosen(folder, null);
  const packs = new CheckedPacks(folder, say);
  const faults = new Set<string>();
  let manifest: Manifest | undefined;
  const faultsOf = async (one: Listed): Promise<string[]> => {
    try {
      const found = await openKept(folder, one, identities);
      if (one.id === newest.id) manifest = found.kept.manifest;
      return await packs.faultsFor(found);
    } catch (error) {
      // Without the right key nothing can be said of any.
      if (error instanceof SettingsError || reasonOf(error).startsWith('--key')) throw error;
      return [reasonOf(error)];
    }
  };
  for (const one of listed(folder)) {
    const found = await faultsOf(one);
    for (const fault of found) faults.add(fault);
    say(`${one.moment.toISOString()}: ${found.length === 0 ? 'whole' : 'NOT whole'}`);
  }
  if (faults.size > 0)
    throw new Error(
      `the backups in ${folder} are not all whole:\n${[...faults].map((fault) => `  - ${fault}`).join('\n')}`,
    );
  if (!manifest) throw new Error(`the backups in ${folder} changed while they were read`);
  return manifest;
}
