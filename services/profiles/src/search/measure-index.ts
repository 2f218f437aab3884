import { histogram, type SearchIndex, type ServiceKit } from '@numscope/platform';

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The same index, watched: how long it takes to write, remove and search. Scans and rebuilds go on for as long as there
 * are profiles.
 */
export function measureIndex(index: SearchIndex, { metrics }: Pick<ServiceKit, 'metrics'>): SearchIndex {
  const seconds = histogram(
    metrics.registry,
    {
      name: 'numscope_index_seconds',
      help: 'Time of one request to the search index: a batch written or removed, a search, a count of values; failed ones too',
      labelNames: ['operation'],
    },
    SECONDS,
  );
  const timed = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      seconds.observe({ operation }, (performance.now() - begun) / 1000);
    }
  };
  return {
    isShared: index.isShared,
    upsert: (documents) => timed('write', () => index.upsert(documents)),
    remove: (phones) => timed('remove', () => index.remove(phones)),
    search: (query) => timed('search', () => index.search(query)),
    facets: (conditions, most) => timed('facets', () => index.facets(conditions, most)),
    scan: (query, sliceSize) => index.scan(query, sliceSize),
    count: () => index.count(),
    isOutdated: () => index.isOutdated(),
    rebuild: (slices) => index.rebuild(slices),
    scrub: async () => index.scrub?.(),
    check: () => index.check(),
    close: () => index.close(),
  };
}
