import { join } from 'node:path';
import { openTestRecords, type TestKit } from '@numscope/testing';
import { code } from '../src/domain/phone-status.ts';

interface Planted {
  /** Digits, which may be more than a double holds. */
  numbers: readonly string[];
  status: 'PENDING' | 'SENT';
  /** In place of all that the job has. */
  alone?: boolean;
}

/** Puts numbers into the records of a job in its first pass, as a version before kept them. */
export const plantNumbers = (
  test: Pick<TestKit, 'kit' | 'dir' | 'defer'>,
  job: number,
  { numbers, status, alone = false }: Planted,
): Promise<void> =>
  openTestRecords(test, {
    async sqlite() {
      const { openDatabase } = await import('@numscope/adapters/sqlite');
      const { jobMigrations } = await import('../src/store/sqlite/schema.ts');
      const { settleOverlongNumbers } = await import('../src/store/sqlite/overlong-numbers.ts');
      const db = openDatabase({ path: join(test.dir, 'jobs.sqlite'), migrations: jobMigrations });
      const key = Number(db.prepare('SELECT key FROM job WHERE number = ?').get(job)?.['key']);
      const insert = db.prepare('INSERT INTO phone (job, pass, phone, status, flags) VALUES (?, 1, ?, ?, 0)');
      if (alone) db.prepare('DELETE FROM phone WHERE job = ?').run(key);
      for (const number of numbers) insert.run(key, BigInt(number), code[status]);
      db.prepare(`UPDATE part SET ${status} = ${status} + ? WHERE job = ?`).run(numbers.length, key);
      // What the first start of this version does.
      db.exec(settleOverlongNumbers);
      db.close();
    },
    async mongo(connection) {
      const jobs = connection.collection<{ number: number; key: number; run: number }>('jobs');
      const { key, run } = (await jobs.findOne({ number: job })) ?? { key: 0, run: 0 };
      const phones = connection.collection<{ _id: string; job: number; status: number }>('phones');
      if (alone) await phones.deleteMany({ job: key });
      await phones.insertMany(
        numbers.map((number) => ({
          _id: `${key}:1:${number}`,
          job: key,
          pass: 1,
          status: code[status],
          run: status === 'SENT' ? run : 0,
          flags: 0,
          sources: null,
        })),
      );
      await jobs.updateOne({ number: job }, { $set: { 'parts.0.tally': null, counted: false } });
      await connection.close();
    },
  });
