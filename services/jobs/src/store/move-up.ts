import { type Carrying, type MovingService, rowCount, tableRows } from '@numscope/adapters/moving-up';
import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { JobState } from '../domain/job-state.ts';
import { openJobsStore } from './sqlite/index.ts';
import { jobRow } from './sqlite/job-rows.ts';
import { documentOf, openCollections, type PartHead } from './mongo/documents.ts';
import { MainPhonesMove } from './moving/main-phones-move.ts';
import { PhonesMove } from './moving/phones-move.ts';
import { PartCache } from './sqlite/part-cache.ts';
import { jobMigrations } from './sqlite/schema.ts';

/** A job's directory as it is to be, and what it counts its parts and blocks by. */
interface Directory {
  parts: PartHead[];
  nextPart: number;
  nextBlock: number;
}

/** Ends what is being joined or removed, so that every phone is some job's, once. */
export async function settleJobs(dataDir: string): Promise<void> {
  const store = await openJobsStore({ dataDir });
  try {
    while (await store.joinNext(Date.now()));
    while (await store.dropNext());
  } finally {
    await store.close();
  }
}

/**
 * By which an installation is known for good: the id of its main job, which is made at its first start. Null: it was
 * never started.
 */
export function installationOf(db: DatabaseSync): string | null {
  const row = db.prepare('SELECT id FROM job WHERE main = 1').get();
  return row ? column.text(row, 'id') : null;
}

/** What was handed out and not answered is handed out again in a new run, as after a kill. */
const jobOf = (row: JobState, directory: Directory) => ({
  ...documentOf(row),
  ...directory,
  run: row.status === 'IN_PROGRESS' ? row.run + 1 : row.run,
  pass: Math.max(row.pass, row.main ? directory.nextPart - 1 : 0),
  holds: row.status !== 'DELETED',
});

/**
 * Jobs with their phones in blocks: first the phones, then what lists them, so that no job is there before its phones.
 */
export const movingJobs: MovingService = {
  file: 'jobs.sqlite',
  migrations: jobMigrations,
  prepare: async (connection) => void (await openCollections(connection)),
  carryings(db) {
    const cache = new PartCache(db);
    const phones = new PhonesMove(db, cache);
    const mainPhones = new MainPhonesMove(db, cache);
    const jobs = db.prepare('SELECT * FROM job WHERE key >= ? ORDER BY key LIMIT 1');
    const ofPhones: Carrying = {
      entity: 'phones of jobs',
      total: () => rowCount(db, 'phone'),
      *steps(after) {
        const [first = 0, done = -1] = after === null ? [] : String(after).split(':').map(Number);
        for (let row = jobs.get(first); row; row = jobs.get(Number(row['key']) + 1)) {
          const job = jobRow(row);
          const begin = job.key === first ? done + 1 : 0;
          const count = cache.of(job.key).length;
          for (let index = begin; index < count; index++)
            yield {
              cursor: `${job.key}:${index}`,
              documents: job.main ? mainPhones.ofPart(job, index) : phones.ofPart(job, index),
            };
          cache.forget(job.key);
        }
      },
      // A place of a phone or a list of blocks is no phone more.
      countIn: ({ into, document }) => (into === 'blocks' ? PhonesMove.phonesIn(document) : 0),
    };
    return [
      ofPhones,
      tableRows({
        entity: 'jobs',
        db,
        table: 'job',
        key: 'key',
        into: 'jobs',
        document(rows) {
          const job = jobRow(rows[0] ?? {});
          const directory = job.main ? mainPhones.directory(job) : phones.directory(job);
          cache.forget(job.key);
          return jobOf(job, directory);
        },
      }),
      tableRows({
        entity: 'counters',
        db,
        table: `(SELECT name, value FROM counter UNION ALL SELECT 'key', seq FROM sqlite_sequence WHERE name = 'storage')`,
        key: 'name',
        into: 'counters',
        document: ([row = {}]) => ({ _id: column.text(row, 'name'), value: column.number(row, 'value') }),
      }),
    ];
  },
};
