import { reasonOf, SettingsError } from '@numscope/platform';
import type { Say } from '../copy-moment.ts';
import { type Listed, listed } from './repository.ts';

/** What is wrong with one backup. @throws what `faultsOf` does where nothing can be said of any: without the right key */
async function faultsOfOne(one: Listed, faultsOf: (one: Listed) => Promise<string[]>): Promise<string[]> {
  try {
    return await faultsOf(one);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return [reasonOf(error)];
  }
}

/**
 * Reads all backups of a folder, oldest first, and says of each whether it is whole: after a loss that is what tells to
 * which moment the way back is open.
 * @param faultsOf what is wrong with one; none: nothing
 * @throws SettingsError where the right key is needed; Error that names what is not as it was written in all of them
 */
export async function checkEach(folder: string, faultsOf: (one: Listed) => Promise<string[]>, say: Say): Promise<void> {
  const faults = new Set<string>();
  for (const one of listed(folder)) {
    const found = await faultsOfOne(one, faultsOf);
    for (const fault of found) faults.add(fault);
    say(`${one.moment.toISOString()}: ${found.length === 0 ? 'whole' : 'NOT whole'}`);
  }
  if (faults.size > 0)
    throw new Error(
      `the backups in ${folder} are not all whole:\n${[...faults].map((fault) => `  - ${fault}`).join('\n')}`,
    );
}
