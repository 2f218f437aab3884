import { histogram, type SearchIndex, type ServiceKit } from '@numscope/platform';
import type { ProfilePages } from './profile-pages.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Keeps how long a request to the index takes, by what it is about. */
export type IndexTimer = <T>(
  operation: 'write' | 'remove' | 'search' | 'facets',
  request: () => Promise<T>,
) => Promise<T>;

export function indexTimer({ metrics }: Pick<ServiceKit, 'metrics'>): IndexTimer {
  const seconds = histogram(
    metrics.registry,
    {
      name: 'numscope_index_seconds',
      help: 'Time of one request to the search index: a batch written or removed, a search (in one process with reading its page of profiles), a count of values; failed ones too',
      labelNames: ['operation'],
    },
    SECONDS,
  );
  return async (operation, request) => {
    const begun = performance.now();
    try {
      return await request();
    } finally {
      seconds.observe({ operation }, (performance.now() - begun) / 1000);
    }
  };
}

/**
 * The same index, watched: how long it takes to write, remove and search. Scans and rebuilds go on for as long as there
 * are profiles.
 */
export function measureIndex(index: SearchIndex, timed: IndexTimer): SearchIndex {
  return {
    isShared: index.isShared,
    upsert: (documents) => timed('write', () => index.upsert(documents)),
    remove: (phones) => timed('remove', () => index.remove(phones)),
    search: (query) => timed('search', () => index.search(query)),
    facets: (conditions, most) => timed('facets', () => index.facets(conditions, most)),
    scan: (query, sliceSize) => index.scan(query, sliceSize),
    count: () => index.count(),
    identity: () => index.identity(),
    isOutdated: () => index.isOutdated(),
    onLoss: (told) => index.onLoss?.(told),
    rebuild: (slices) => index.rebuild(slices),
    scrub: async () => index.scrub?.(),
    check: () => index.check(),
    close: () => index.close(),
  };
}

/** Pages that are found and read in one request, watched as searches. */
export const measurePages = (pages: ProfilePages, timed: IndexTimer): ProfilePages => ({
  page: (query, request) => timed('search', () => pages.page(query, request)),
});
