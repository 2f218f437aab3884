import { join } from 'node:path';
import { openTestRecords, type TestKit } from '@numscope/testing';

type Test = Pick<TestKit, 'kit' | 'dir' | 'defer'>;

/** In each pass of a job what is kept of a number of it, the oldest first. */
export const saidInPasses = (test: Test, phone: string): Promise<Array<string | null>> =>
  openTestRecords(test, {
    async sqlite() {
      const { column, openDatabase } = await import('@numscope/adapters/sqlite');
      const db = openDatabase({ path: join(test.dir, 'jobs.sqlite'), migrations: [], readOnly: true });
      const rows = db.prepare('SELECT sources FROM phone WHERE phone = ? ORDER BY pass').all(Number(phone));
      db.close();
      return rows.map((row) => column.textOrNull(row, 'sources'));
    },
    async mongo(connection) {
      const phones = connection.collection<{ _id: string; pass: number; sources: string | null }>('phones');
      const found = await phones.find({ _id: new RegExp(`:0*${phone.slice(1)}$`) as never }).toArray();
      await connection.close();
      return found.sort((a, b) => a.pass - b.pass).map(({ sources }) => sources);
    },
  });

/** Has a job that is over be in a later pass, of which the latest `kept` found what its first found. */
export const plantPasses = (test: Test, job: number, { pass, kept }: { pass: number; kept: number }): Promise<void> =>
  openTestRecords(test, {
    async sqlite() {
      const { openDatabase } = await import('@numscope/adapters/sqlite');
      const { jobMigrations } = await import('../src/store/sqlite/schema.ts');
      const db = openDatabase({ path: join(test.dir, 'jobs.sqlite'), migrations: jobMigrations });
      const key = Number(db.prepare('SELECT key FROM job WHERE number = ?').get(job)?.['key']);
      const copy = db.prepare(
        `INSERT INTO phone (job, pass, phone, status, flags, sources)
         SELECT job, ?, phone, status, flags, sources FROM phone WHERE job = ? AND pass = 1`,
      );
      for (let each = pass - kept + 1; each <= pass; each++) copy.run(each, key);
      db.prepare('DELETE FROM phone WHERE job = ? AND pass = 1').run(key);
      db.prepare('UPDATE job SET pass = ? WHERE key = ?').run(pass, key);
      db.prepare('UPDATE part SET pass = ? WHERE job = ?').run(pass, key);
      db.close();
    },
    async mongo(connection) {
      const jobs = connection.collection<{ number: number; key: number }>('jobs');
      const { key } = (await jobs.findOne({ number: job })) ?? { key: 0 };
      const phones = connection.collection<{ _id: string; job: number; pass: number }>('phones');
      const first = await phones.find({ job: key }).toArray();
      await phones.deleteMany({ job: key });
      const passes = Array.from({ length: kept }, (_none, index) => pass - index);
      await phones.insertMany(
        passes.flatMap((each) =>
          first.map((document) => ({ ...document, _id: document._id.replace(':1:', `:${each}:`), pass: each })),
        ),
      );
      await jobs.updateOne({ number: job }, { $set: { pass, 'parts.0.pass': pass } });
      await connection.close();
    },
  });
