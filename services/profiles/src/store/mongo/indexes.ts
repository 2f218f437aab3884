import { type Connection, outboxIndex } from '@numscope/adapters/mongo';
import type { mongo } from 'mongoose';

const indexes = {
  profiles: [
    { key: { country: 1, found: 1 }, name: 'countries' },
    { key: { found: 1, oldest: 1 }, name: 'oldest' },
    { key: { 'verdicts.source': 1 }, name: 'verdicts', sparse: true },
    { key: { images: 1 }, name: 'images', sparse: true },
    { key: { until: 1 }, name: 'until', sparse: true },
    { key: { expires: 1 }, name: 'expires', expireAfterSeconds: 0 },
  ],
  imports: [{ key: { state: 1 }, name: 'state' }],
  merged_jobs: [
    { key: { targetId: 1 }, name: 'target_id' },
    { key: { targetNumber: 1 }, name: 'target_number' },
  ],
  saved_searches: [
    { key: { userName: 1, name: 1, created: 1 }, name: 'of_user' },
    { key: { userId: 1, name: 1, created: 1 }, name: 'of_user_id' },
    { key: { place: 1 }, name: 'place', unique: true, sparse: true },
    outboxIndex,
  ],
  same_face: [{ key: { low: 1, high: 1, at: -1 }, name: 'pair' }, { key: { high: 1 }, name: 'high' }, outboxIndex],
} as const satisfies Record<string, readonly mongo.IndexDescription[]>;

/** An index of older versions: no document has its field any more, so it would take all for repeats. */
const FORMER_INDEX = 'write';

/** Declares the indexes of all collections. */
export async function declareIndexes(connection: Connection): Promise<void> {
  for (const [name, declared] of Object.entries(indexes))
    await connection.collection(name).createIndexes([...declared]);
  const profiles = connection.collection('profiles');
  if ((await profiles.indexes()).some(({ name }) => name === FORMER_INDEX)) await profiles.dropIndex(FORMER_INDEX);
}
