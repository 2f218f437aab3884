import type { Logger, SearchIndex } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';

const SLICE = 500;

/**
 * Brings the index in line with the store when the two count differently: it is no copy of record and may have been lost, or be older than
 * the store. Entries without a profile go, profiles without an entry come.
 */
export async function rebuildIndex(store: ProfileStore, index: SearchIndex, log: Logger, signal: AbortSignal): Promise<void> {
  const [profiles, entries] = await Promise.all([store.count(), index.count()]);
  if (profiles === entries) return;
  log.info({ profiles, entries }, 'the search index is being rebuilt');
  let after: string | null = null;
  while (!signal.aborted) {
    const documents = await store.documentsAfter(after, SLICE);
    const last = documents.at(-1);
    if (!last) break;
    await index.upsert(documents);
    after = last.phone;
  }
  for await (const phones of index.scan({ must: [], should: [] }, SLICE)) {
    if (signal.aborted) return;
    const known = new Set(await store.known(phones));
    const ghosts = phones.filter((phone) => !known.has(phone));
    if (ghosts.length > 0) await index.remove(ghosts);
  }
  log.info({ profiles: await store.count() }, 'the search index is whole again');
}
