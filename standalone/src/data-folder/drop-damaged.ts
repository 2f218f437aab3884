import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedError, inspectDatabase } from '@numscope/adapters/sqlite';
import type { Logger } from '@numscope/platform';
import type { Kept } from './check-data-folder.ts';
import { datasetsFile, indexFile, withItsLogs } from './files.ts';

/**
 * Drops the search index and the copies of datasets where they are damaged: the start makes them anew, from the profiles and from the operator's files.
 * They are not kept beside: what is erased later would live on in them.
 */
export function dropDamaged({ dataDir, searchUrl }: Kept, log: Logger): void {
  for (const file of [...(searchUrl === null ? [indexFile] : []), datasetsFile]) {
    const path = join(dataDir, file);
    if (!existsSync(path)) continue;
    try {
      inspectDatabase(path, () => undefined);
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      for (const name of withItsLogs(path)) rmSync(name, { force: true });
      log.warn({ reason: error.reason }, `${path} is damaged; it is dropped and made anew`);
    }
  }
}
