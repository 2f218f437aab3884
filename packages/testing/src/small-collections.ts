/**
 * Collections of MongoDB that a service may read whole, and why that stays little. What grows with phones, profiles, pictures,
 * observations or calls does not belong here: it wants an index.
 */
const small: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { users: 'the people of one house' },
  auth: { journal: 'what is under way' },
  jobs: {
    jobs: 'as many as people make; the phones are apart',
    uploads: 'those under way',
    requests: 'single phones asked for just now',
  },
  sources: {
    journal: 'what is under way',
    instances: 'the running processes',
    turns: 'one a source',
    paused: 'one a source',
    told_states: 'one a source',
    jobs: 'those that wait for a source',
    webhooks: 'as many as people make',
    listed_numbers: 'held in memory by every process',
    erased: 'those of the last days',
  },
  profiles: {
    index_work: 'what is under way',
    imports: 'as many as people make',
    import_parts: 'those of an import under way',
    erasures: 'as many as people order',
    erased: 'held in memory by every process',
    rules: 'one',
    saved_searches: 'as many as people keep',
    same_face: 'as many as people judge',
  },
  images: {},
  audit: { checkpoints: 'one for many entries', heads: 'one', checks: 'the last ones' },
};

/** Queries that may read larger collections whole: they run once in an installation's life, or say that they take long. */
const rare: Readonly<Record<string, readonly string[]>> = {
  profiles: ['profiles: all'],
  jobs: ['phones: all'],
  audit: ['entries: all', 'entries: $or (detailsKey $regex | argsKey $regex)'],
};

/** Whether a service's query, as `watchIndexes` tells it, may read its collection without an index. */
export function mayReadAll(service: string, query: string): boolean {
  const [collection = ''] = query.split(': ');
  return (small[service]?.[collection] ?? '') !== '' || (rare[service]?.includes(query) ?? false);
}
