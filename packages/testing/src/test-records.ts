import { hash } from 'node:crypto';
import type { Connection } from '@numscope/adapters/mongo';
import { testEngine } from './engines.ts';
import type { TestKit } from './test-kit.ts';
import { mayReadAll } from './small-collections.ts';
import { watchIndexes } from './unindexed-queries.ts';

/**
 * How a service's store is opened on either kind of records. Both get the same data when they are opened again for the
 * same kit.
 */
export interface TestRecords<S> {
  sqlite(): Promise<S>;
  mongo(connection: Connection): Promise<S>;
}

/** A database of MongoDB of one kit, dropped when the kit closes. */
export interface TestDatabase {
  /** As a service's `STORE_URL`. */
  url: string;
  /** One more connection, as of one more instance of the service. Whoever asks for it closes it. */
  connect(): Promise<Connection>;
  /** The same for a store under test: the kit does not close well if it asked for something that no index serves. */
  connectWatched(): Promise<Connection>;
}

const databases = new WeakMap<object, TestDatabase>();

/** The kit's database, the same each time. */
export async function testDatabase(test: Pick<TestKit, 'kit' | 'dir' | 'defer'>): Promise<TestDatabase> {
  const known = databases.get(test.kit);
  if (known) return known;
  const { openMongo } = await import('@numscope/adapters/mongo');
  const url = `${testEngine('mongodb')}/test_${hash('sha256', test.dir, 'hex').slice(0, 16)}`;
  const options = { url, service: test.kit.name, log: test.kit.log };
  const connect = (): Promise<Connection> => openMongo(options);
  const watched: Array<(connection: Connection) => Promise<string[]>> = [];
  test.defer(async () => {
    const connection = await connect();
    const unserved = (await Promise.all(watched.map((list) => list(connection)))).flat();
    await connection.dropDatabase();
    await connection.close();
    const surprises = unserved.filter((query) => !mayReadAll(test.kit.name, query));
    if (surprises.length > 0)
      throw new Error(`no index serves these queries of ${test.kit.name}: ${surprises.join('; ')}`);
  });
  const database = {
    url,
    connect,
    connectWatched: async () => {
      const connection = await openMongo({ ...options, monitorCommands: true });
      watched.push(watchIndexes(connection));
      return connection;
    },
  };
  databases.set(test.kit, database);
  return database;
}

/** Whether this run of the tests is about the records of the distributed way. */
export const onMongo = (): boolean => process.env['NUMSCOPE_TEST_STORE'] === 'mongo';

/**
 * Opens a store on the records that this run of the tests is about: SQLite, or MongoDB with
 * `NUMSCOPE_TEST_STORE=mongo`, so that both pass the same tests.
 */
export async function openTestRecords<S>(
  test: Pick<TestKit, 'kit' | 'dir' | 'defer'>,
  records: TestRecords<S>,
): Promise<S> {
  if (!onMongo()) return records.sqlite();
  const { connectWatched } = await testDatabase(test);
  return records.mongo(await connectWatched());
}
