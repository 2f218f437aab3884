import { column, type DatabaseSync, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { DuePhotos, PhotoCounts } from '../due-photos.port.ts';
import type { DeletedPhone, PhotoStep } from '../source-store.port.ts';

/** Reads a row of the table `due_photos`, whose JSON was written by this store. */
export const duePhotosRow = (row: SqlRow): DuePhotos => ({
  id: column.text(row, 'id'),
  phone: column.text(row, 'phone'),
  source: column.text(row, 'source'),
  account: column.textOrNull(row, 'account'),
  job: JSON.parse(column.text(row, 'job')) as DuePhotos['job'],
  run: column.number(row, 'run'),
  answeredAt: column.number(row, 'answered_at'),
  references: JSON.parse(column.text(row, 'photos')) as string[],
  total: column.number(row, 'total'),
  lost: column.number(row, 'lost'),
  tries: column.number(row, 'tries'),
  dueAt: column.numberOrNull(row, 'due_at'),
});

/** Photos that are tried again, a row for each answer that lacks some. */
export function duePhotoRows(db: DatabaseSync) {
  const sql = {
    keep: db.prepare(
      `INSERT OR REPLACE INTO due_photos (id, phone, source, account, job, run, answered_at, photos, total, lost, tries, due_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    end: db.prepare('DELETE FROM due_photos WHERE id = ?'),
    due: db.prepare('SELECT * FROM due_photos WHERE due_at <= ? ORDER BY due_at LIMIT ?'),
    lease: db.prepare('UPDATE due_photos SET due_at = ? WHERE id = ?'),
    renew: db.prepare(
      `UPDATE due_photos SET due_at = ? WHERE id IN (SELECT value FROM json_each(?)) AND due_at = ? RETURNING id`,
    ),
    counts: db.prepare(
      `SELECT coalesce(sum(CASE WHEN due_at IS NULL THEN 0 ELSE json_array_length(photos) END), 0) AS waiting,
         coalesce(sum(CASE WHEN due_at IS NULL THEN lost ELSE 0 END), 0) AS given_up
       FROM due_photos WHERE source = ?`,
    ),
    forget: db.prepare('DELETE FROM due_photos WHERE due_at IS NULL AND answered_at < ?'),
    deleteOf: db.prepare('DELETE FROM due_photos WHERE phone = ? AND answered_at <= ?'),
  };

  return {
    /** Inside of a transaction. */
    step({ over, due }: PhotoStep): void {
      if (over !== null) sql.end.run(over);
      if (due === null) return;
      const { id, phone, source, account, job, run, answeredAt, references, total, lost, tries, dueAt } = due;
      const texts = { job: JSON.stringify(job), photos: JSON.stringify(references) };
      sql.keep.run(id, phone, source, account, texts.job, run, answeredAt, texts.photos, total, lost, tries, dueAt);
    },

    /** Inside of a transaction. */
    deleteOf({ phone, until }: DeletedPhone): void {
      sql.deleteOf.run(phone, until);
    },

    /** As the store has it. */
    store: {
      takeDuePhotos: (now: number, leaseUntil: number, limit: number): DuePhotos[] =>
        transaction(db, () => {
          const due = sql.due.all(now, limit).map(duePhotosRow);
          for (const { id } of due) sql.lease.run(leaseUntil, id);
          return due;
        }),

      renewDuePhotos: (ids: readonly string[], leasedUntil: number, leaseUntil: number): string[] =>
        sql.renew.all(leaseUntil, JSON.stringify(ids), leasedUntil).map((row) => column.text(row, 'id')),

      duePhotoCounts(source: string): PhotoCounts {
        const row = sql.counts.get(source) ?? {};
        return { waiting: column.number(row, 'waiting'), givenUp: column.number(row, 'given_up') };
      },

      forgetGivenUpPhotos(before: number): void {
        sql.forget.run(before);
      },
    },
  };
}
