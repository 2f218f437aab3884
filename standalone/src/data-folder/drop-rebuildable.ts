import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dropDamaged, withItsLogs } from '@numscope/adapters/sqlite';
import type { Logger } from '@numscope/platform';
import type { Kept } from './check-data-folder.ts';
import { datasetsFile, facesFolder, indexFile } from './files.ts';

/**
 * Drops the search index and the copies of datasets where they are damaged: the start makes them anew, from the
 * profiles and from the operator's files. Where Elasticsearch is searched, its own index and vectors go in any case: what
 * is erased from now on would live on in them, and be found again by whoever comes back to them.
 */
export function dropRebuildable({ dataDir, searchUrl }: Kept, log: Logger): void {
  for (const file of [...(searchUrl === null ? [indexFile] : []), datasetsFile]) {
    const path = join(dataDir, file);
    const reason = dropDamaged(path);
    if (reason !== null) log.warn({ reason }, `${path} is damaged; it is dropped and made anew`);
  }
  if (searchUrl === null) return;
  for (const path of withItsLogs(join(dataDir, indexFile))) rmSync(path, { force: true });
  rmSync(join(dataDir, facesFolder), { recursive: true, force: true });
}
