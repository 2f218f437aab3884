import { join } from 'node:path';
import { openTestRecords, type TestKit } from '@numscope/testing';
import { openJobsStore } from '../src/store/sqlite/index.ts';
import type { JobStore } from '../src/store/job-store.port.ts';

type Test = Pick<TestKit, 'kit' | 'dir' | 'defer'>;

/** The jobs of a kit's folder, or of its database. */
export const openTestStore = (test: Test): Promise<JobStore> =>
  openTestRecords(test, {
    sqlite: () => openJobsStore({ dataDir: test.dir }),
    mongo: async (connection) =>
      (await import('../src/store/mongo/index.ts')).openJobsMongoStore(connection, { log: test.kit.log }),
  });

/** Whether any phone is kept, be it a job's or nobody's; asks the records themselves. */
export const hasPhones = (test: Test): Promise<boolean> =>
  openTestRecords(test, {
    async sqlite() {
      const { openDatabase } = await import('@numscope/adapters/sqlite');
      const db = openDatabase({ path: join(test.dir, 'jobs.sqlite'), migrations: [], readOnly: true });
      const row = db.prepare('SELECT 1 FROM phone LIMIT 1').get();
      db.close();
      return row !== undefined;
    },
    async mongo(connection) {
      const phone = await connection.collection('phones').findOne({}, { projection: { _id: 1 } });
      await connection.close();
      return phone !== null;
    },
  });
