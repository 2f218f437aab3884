import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { JobRef } from '../../domain/observation.ts';

/** Which job was merged into which. */
export class MergedJobRows {
  readonly #insert;
  readonly #sources;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      'INSERT OR REPLACE INTO merged_jobs (source_id, source_number, target_id, target_number) VALUES (?, ?, ?, ?)',
    );
    this.#sources = db.prepare(
      `WITH RECURSIVE merged (id) AS (
         SELECT source_id FROM merged_jobs WHERE target_id = ?1 OR CAST(target_number AS TEXT) = ?1
         UNION SELECT source_id FROM merged_jobs JOIN merged ON target_id = merged.id
       ) SELECT id FROM merged`,
    );
  }

  readonly noteMerge = (source: JobRef, target: JobRef): void => {
    this.#insert.run(source.id, source.number, target.id, target.number);
  };

  /** For each of these jobs (id or number) the ids of all that were merged into it, directly or not. */
  readonly jobsMergedInto = (jobs: readonly string[]): Record<string, string[]> =>
    Object.fromEntries(jobs.map((job) => [job, this.#sources.all(job).map((row) => String(row['id']))]));
}
