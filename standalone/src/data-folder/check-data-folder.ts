import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseHalfRestored } from '../backup/half-restored.ts';
import type { Settings } from '../settings.ts';
import { type FileState, recordsPictures, stateOf } from './evidence.ts';
import { blobsFolder, busFile, recordFiles } from './files.ts';

export type Kept = Pick<Settings, 'dataDir' | 'storeUrl' | 'busUrl' | 'searchUrl' | 'blobUrl'>;

const WHAT_TO_DO =
  'Nothing was changed. Put it back if it was moved, or restore a backup into an empty DATA_DIR (npm run restore -- --from FOLDER). A new installation begins in an empty DATA_DIR';

/** What is wrong with a file beside others that were worked with; null: nothing. */
function faultOf(file: string, state: FileState): string | null {
  if (state === 'missing') return 'is missing';
  // There is an administrator from the first start on: who starts it without one would become it.
  if (file === 'users.sqlite') return state === 'used' ? null : 'holds no user';
  return state === 'empty' ? 'is empty' : null;
}

/**
 * Looks whether the files of this folder are what a start may work with: none damaged, and none gone where work was
 * done. A start that was killed before it had made all of them left no trace of work.
 * @throws Error that names the files, and says what to do; nothing was written then
 */
export function checkDataFolder({ dataDir, storeUrl, busUrl, blobUrl }: Kept): void {
  refuseHalfRestored(dataDir);
  const needed = [...(storeUrl === null ? recordFiles : []), ...(busUrl === null ? [busFile] : [])];
  const states = needed.map((file) => ({ file, state: stateOf(dataDir, file) }));
  const used = states.filter(({ state }) => state === 'used').map(({ file }) => file);
  if (used.length === 0) return;
  const faults = states.flatMap(({ file, state }) => {
    const fault = faultOf(file, state);
    return fault === null ? [] : [`${join(dataDir, file)} ${fault}`];
  });
  if (storeUrl === null && blobUrl === null && !existsSync(join(dataDir, blobsFolder)) && recordsPictures(dataDir))
    faults.push(`${join(dataDir, blobsFolder)} is missing, and pictures are recorded`);
  if (faults.length > 0)
    throw new Error(
      `${faults.join('; ')}; but work was done in this folder, as ${used.join(', ')} tells. ${WHAT_TO_DO}`,
    );
}
