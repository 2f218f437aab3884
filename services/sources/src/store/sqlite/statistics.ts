import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { AskingCounts, StatisticsRange } from '@numscope/contracts';
import {
  askingCounts,
  type Counts,
  type CountRow,
  countRows,
  oldestKept,
  TIDIED_EVERY_MS,
} from '../../domain/health/asking-counts.ts';
import type { Commit } from '../source-store.port.ts';

const countsOf = (row: SqlRow): Counts => ({
  found: column.number(row, 'found'),
  nothing: column.number(row, 'empty'),
  failed: column.number(row, 'failed'),
  fresh: column.number(row, 'fresh'),
  micros: column.number(row, 'micros'),
});
/** Reads a row of the table `statistics`. */
export const statisticRow = (row: SqlRow): CountRow => ({
  source: column.text(row, 'source'),
  country: column.text(row, 'country'),
  span: column.oneOf(row, 'span', ['HOUR', 'DAY']),
  at: column.number(row, 'at'),
  ...countsOf(row),
});

/** What each source was asked, by hour, day and country. */
export function statisticRows(db: DatabaseSync) {
  const sql = {
    add: db.prepare(
      `INSERT INTO statistics (source, span, at, country, found, empty, failed, fresh, micros) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, span, at, country) DO UPDATE SET found = found + excluded.found, empty = empty + excluded.empty,
         failed = failed + excluded.failed, fresh = fresh + excluded.fresh, micros = micros + excluded.micros`,
    ),
    noteRequest: db.prepare('INSERT OR IGNORE INTO counted_request (id, at) VALUES (?, ?)'),
    dropHours: db.prepare("DELETE FROM statistics WHERE span = 'HOUR' AND at < ?"),
    dropRequests: db.prepare('DELETE FROM counted_request WHERE at < ?'),
    range: db.prepare('SELECT * FROM statistics WHERE source = ? AND span = ? AND at >= ? AND at < ?'),
    ever: db.prepare(
      `SELECT coalesce(sum(found), 0) AS found, coalesce(sum(empty), 0) AS empty, coalesce(sum(failed), 0) AS failed,
         coalesce(sum(fresh), 0) AS fresh, coalesce(sum(micros), 0) AS micros FROM statistics WHERE source = ? AND span = 'DAY'`,
    ),
  };
  let tidied = 0;

  const tidy = (now: number): void => {
    tidied = now;
    const { hour, request } = oldestKept(now);
    sql.dropHours.run(hour);
    sql.dropRequests.run(request);
  };

  return {
    /** Inside of a transaction. */
    count({ observations, reused, lost }: Pick<Commit, 'observations' | 'reused' | 'lost'>): void {
      const counted = reused.filter(({ request, at }) => sql.noteRequest.run(request, at).changes > 0);
      for (const row of countRows(observations, counted, lost)) {
        const { source, span, at, country, found, nothing, failed, fresh, micros } = row;
        sql.add.run(source, span, at, country, found, nothing, failed, fresh, micros);
      }
      const newest = Math.max(...[observations, reused, lost].map(([first]) => first?.at ?? 0));
      if (newest > tidied + TIDIED_EVERY_MS) tidy(newest);
    },

    of(source: string, { from, to, span }: StatisticsRange): Omit<AskingCounts, 'known' | 'photos'> {
      const rows = sql.range.all(source, span, from, to).map(statisticRow);
      return askingCounts(rows, sql.ever.all(source).map(countsOf));
    },
  };
}
