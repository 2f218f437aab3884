import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Connection } from '@numscope/adapters/mongo';
import { createTestKit, type TestKit } from '../test-kit.ts';
import { type TestDatabase, testDatabase } from '../test-records.ts';

/** Two instances of a service's store on one empty database, new for each test. To be read within tests only. */
export interface StorePair<S> {
  readonly test: TestKit;
  readonly database: TestDatabase;
  /** For looking at the records directly, past the stores. */
  readonly connection: Connection;
  readonly stores: readonly [S, S];
}

/** Has each test of a file find a pair of stores, and closes them after it. */
export function storePair<S extends { close(): Promise<void> }>(
  service: string,
  open: (connection: Connection, test: TestKit) => Promise<S>,
): StorePair<S> {
  const pair: { -readonly [K in keyof StorePair<S>]?: StorePair<S>[K] } = {};
  beforeAll(async () => {
    pair.test = await createTestKit(service);
    pair.database = await testDatabase(pair.test);
    pair.connection = await pair.database.connect();
  });
  afterAll(async () => {
    await pair.connection?.close();
    await pair.test?.close();
  });
  beforeEach(async () => {
    const { test, database, connection } = pair as StorePair<S>;
    await connection.dropDatabase();
    const instance = async (): Promise<S> => open(await database.connect(), test);
    pair.stores = await Promise.all([instance(), instance()]);
  });
  afterEach(async () => {
    await Promise.all((pair.stores ?? []).map((store) => store.close()));
  });
  return pair as StorePair<S>;
}
