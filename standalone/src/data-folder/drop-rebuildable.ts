import { join } from 'node:path';
import { dropDamaged } from '@numscope/adapters/sqlite';
import type { Logger } from '@numscope/platform';
import type { Kept } from './check-data-folder.ts';
import { datasetsFile, indexFile } from './files.ts';

/**
 * Drops the search index and the copies of datasets where they are damaged: the start makes them anew, from the
 * profiles and from the operator's files.
 */
export function dropRebuildable({ dataDir, searchUrl }: Kept, log: Logger): void {
  for (const file of [...(searchUrl === null ? [indexFile] : []), datasetsFile]) {
    const path = join(dataDir, file);
    const reason = dropDamaged(path);
    if (reason !== null) log.warn({ reason }, `${path} is damaged; it is dropped and made anew`);
  }
}
