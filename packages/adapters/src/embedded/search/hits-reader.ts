import type { IndexHits, IndexQuery } from '@numscope/platform';
import { openReader } from './index-store.ts';
import { hitsOf, pageRequestOf } from './page-request.ts';

/**
 * Reads the embedded index in the thread that calls it, with a connection of its own: for threads that read more than
 * hits. The index must have been opened before, which makes its file.
 */
export function openHitsReader(options: { path: string }) {
  const reader = openReader(options);
  return {
    hits: (query: IndexQuery): IndexHits => hitsOf(reader.search(pageRequestOf(query))),
    close: (): void => reader.close(),
  };
}
