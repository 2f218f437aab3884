import { type Carrying, type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { JobState } from '../domain/job-state.ts';
import { openJobsStore } from './sqlite/index.ts';
import { jobRow } from './sqlite/job-rows.ts';
import { documentOf, type JobDocument, openCollections, type PartHead } from './mongo/documents.ts';
import { PhonesMove } from './phones-move.ts';
import type { PhoneValue } from './phone-value.ts';
import { PartCache } from './sqlite/part-cache.ts';
import { jobMigrations } from './sqlite/schema.ts';

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
const jobOf = (row: JobState, parts: PartHead[]): JobDocument => ({
  ...documentOf(row),
  parts,
  counted: parts.every(({ tally }) => tally !== null),
  run: row.status === 'IN_PROGRESS' ? row.run + 1 : row.run,
  holds: row.status !== 'DELETED',
});

/** Where a walk over the phones of all jobs stands: the job's key and the last slice of it. */
const cursorOf = (key: number, after: PhoneValue): string =>
  `${key}:${typeof after === 'number' ? after : `"${after}`}`;
function placeOfCursor(cursor: string): { key: number; after: PhoneValue } {
  const [key, after] = [cursor.slice(0, cursor.indexOf(':')), cursor.slice(cursor.indexOf(':') + 1)];
  return { key: Number(key), after: after.startsWith('"') ? after.slice(1) : Number(after) };
}

/** Jobs with their phones: first the phones, then what lists them, so that no job is there before its phones. */
export const movingJobs: MovingService = {
  file: 'jobs.sqlite',
  migrations: jobMigrations,
  prepare: async (connection) => void (await openCollections(connection)),
  carryings(db) {
    const cache = new PartCache(db);
    const phones = new PhonesMove(db, cache);
    const jobs = db.prepare('SELECT * FROM job WHERE key >= ? ORDER BY key LIMIT 1');
    const ofPhones: Carrying = {
      entity: 'phones of jobs',
      total: () => phones.total(),
      *steps(cursor) {
        const begin = cursor === null ? { key: 0, after: null } : placeOfCursor(String(cursor));
        for (let row = jobs.get(begin.key); row; row = jobs.get(column.number(row, 'key') + 1)) {
          const job = jobRow(row);
          for (const { after, documents } of phones.of(job, job.key === begin.key ? begin.after : null))
            yield { cursor: cursorOf(job.key, after), documents };
          cache.forget(job.key);
        }
      },
    };
    /** Rows that a query gives, each with the id of its document. */
    const byId = (entity: string, into: string, query: string, rest: (row: SqlRow) => Record<string, unknown>) =>
      tableRows({
        entity,
        db,
        table: `(SELECT ${query})`,
        key: 'id',
        into,
        document: (row) => ({ _id: column.text(row, 'id'), ...rest(row) }),
      });
    return [
      ofPhones,
      tableRows({
        entity: 'jobs',
        db,
        table: 'job',
        key: 'key',
        into: 'jobs',
        document(row) {
          const job = jobRow(row);
          const parts = phones.partsOf(job);
          cache.forget(job.key);
          return { ...jobOf(job, parts) };
        },
      }),
      byId('progress of passes', 'curves', `job || ':' || pass AS id, job, pass, curve FROM curve`, (row) => ({
        job: column.number(row, 'job'),
        pass: column.number(row, 'pass'),
        curve: JSON.parse(column.text(row, 'curve')),
      })),
      byId(
        'outages of sources',
        'outages',
        `since || ':' || source AS id, source, since, until FROM outage`,
        (row) => ({
          source: column.text(row, 'source'),
          since: column.number(row, 'since'),
          until: column.numberOrNull(row, 'until'),
        }),
      ),
      byId(
        'counters',
        'counters',
        `name AS id, value FROM counter UNION ALL SELECT 'key', seq FROM sqlite_sequence WHERE name = 'storage'`,
        (row) => ({ value: column.number(row, 'value') }),
      ),
    ];
  },
};
