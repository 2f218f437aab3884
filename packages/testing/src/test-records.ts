import { hash } from 'node:crypto';
import type { Connection } from '@numscope/adapters/mongo';
import { testEngine } from './engines.ts';
import type { TestKit } from './test-kit.ts';

/** How a service's store is opened on either kind of records. Both get the same data when they are opened again for the same kit. */
export interface TestRecords<S> {
  sqlite(): Promise<S>;
  mongo(connection: Connection): Promise<S>;
}

/**
 * Opens a store on the records that this run of the tests is about: SQLite, or a database of MongoDB with `NUMSCOPE_TEST_STORE=mongo`, so that both stores
 * of a service pass the very same tests. The database is dropped when the kit closes.
 */
export async function openTestRecords<S>(test: Pick<TestKit, 'kit' | 'dir' | 'defer'>, records: TestRecords<S>): Promise<S> {
  if (process.env['NUMSCOPE_TEST_STORE'] !== 'mongo') return records.sqlite();
  const { openMongo } = await import('@numscope/adapters/mongo');
  const name = `test_${hash('sha256', test.dir, 'hex').slice(0, 16)}`;
  const open = (): Promise<Connection> => openMongo({ url: `${testEngine('mongodb')}/${name}`, service: test.kit.name, log: test.kit.log });
  test.defer(async () => {
    const connection = await open();
    await connection.dropDatabase();
    await connection.close();
  });
  return records.mongo(await open());
}
