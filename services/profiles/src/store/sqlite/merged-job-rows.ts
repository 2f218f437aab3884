import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { AtOnce } from './at-once.ts';
import type { MergeStore } from '../profile-store.port.ts';

/** Which job was merged into which. */
export function mergedJobRows(db: DatabaseSync): AtOnce<MergeStore> {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO merged_jobs (source_id, source_number, target_id, target_number) VALUES (?, ?, ?, ?)',
  );
  const sources = db.prepare(
    `WITH RECURSIVE merged (id) AS (
       SELECT source_id FROM merged_jobs WHERE target_id = ?1 OR CAST(target_number AS TEXT) = ?1
       UNION SELECT source_id FROM merged_jobs JOIN merged ON target_id = merged.id
     ) SELECT id FROM merged`,
  );
  return {
    noteMerge: (source, target) => void insert.run(source.id, source.number, target.id, target.number),
    jobsMergedInto: (jobs) =>
      Object.fromEntries(jobs.map((job) => [job, sources.all(job).map((row) => String(row['id']))])),
  };
}
