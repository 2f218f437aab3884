import { column, type DatabaseSync, type Outbox, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { countingTimes, timesOf } from '../search-times.ts';
import type { Agreement } from '../searcher-store.port.ts';

export function searcherFunctions(db: DatabaseSync, outbox: Outbox) {
  const sql = {
    times: db.prepare('SELECT times FROM face_searcher WHERE user_id = ?'),
    count: db.prepare(
      'INSERT INTO face_searcher (user_id, times) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET times = excluded.times',
    ),
    forget: db.prepare(
      'DELETE FROM face_searcher WHERE NOT EXISTS (SELECT 1 FROM json_each(face_searcher.times) WHERE value > ?)',
    ),
    agree: db.prepare('INSERT OR IGNORE INTO face_notice (user_id, hash, user_name, at) VALUES (?, ?, ?, ?)'),
    agreed: db.prepare('SELECT 1 FROM face_notice WHERE user_id = ? AND hash = ?'),
  };
  return {
    countSearch: (userId: string, now: number, since: number, most: number): number | null =>
      transaction(db, () => {
        const row = sql.times.get(userId);
        const times = countingTimes(row ? timesOf(column.text(row, 'times')) : [], since, now);
        if (times.length >= most) return times.at(-most) ?? now;
        sql.count.run(userId, JSON.stringify([...times, now]));
        return null;
      }),
    forgetSearches: (since: number): void => void sql.forget.run(since),
    agree: ({ userId, hash, userName, at }: Agreement, audit: OutgoingEvent | null): void =>
      transaction(db, () => {
        sql.agree.run(userId, hash, userName, at);
        outbox.append(audit ? [audit] : []);
      }),
    hasAgreed: (userId: string, hash: string): boolean => sql.agreed.get(userId, hash) !== undefined,
  };
}
