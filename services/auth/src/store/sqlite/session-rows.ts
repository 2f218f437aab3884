import { column, type DatabaseSync, losable, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import type { Revocation } from '../../domain/revocation.ts';
import type { LastUse, SeenSession, SessionRecord } from '../../domain/session.ts';

/** A login as its row has it. */
export const readSessionRow = (row: SqlRow): SessionRecord => ({
  id: column.text(row, 'id'),
  userId: column.text(row, 'user_id'),
  userName: column.text(row, 'user_name'),
  address: column.text(row, 'address'),
  agent: column.text(row, 'agent'),
  createdAt: column.number(row, 'created_at'),
  expiresAt: column.number(row, 'expires_at'),
  seenAt: column.number(row, 'seen_at'),
});

/** @param end notes, within a transaction, what tokens no longer count */
export function sessionRows(db: DatabaseSync, outbox: Outbox, end: (revocations: Revocation[], now: number) => void) {
  const sql = {
    add: db.prepare('INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    prune: db.prepare('DELETE FROM session WHERE expires_at <= ?'),
    of: db.prepare(
      'SELECT * FROM session WHERE user_id = ? AND expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ?',
    ),
    find: db.prepare('SELECT * FROM session WHERE id = ? AND user_id = ?'),
    seen: db.prepare('UPDATE session SET seen_at = ?2 WHERE id = ?1 AND seen_at < ?2 AND seen_at > ?3'),
    idle: db.prepare('SELECT * FROM session WHERE seen_at <= ? ORDER BY seen_at LIMIT ?'),
    remove: db.prepare('DELETE FROM session WHERE id = ?'),
    removeUnused: db.prepare('DELETE FROM session WHERE id = ? AND seen_at = ?'),
  };

  return {
    addSession(session: SessionRecord): void {
      const { id, userId, userName, address, agent, createdAt, expiresAt, seenAt } = session;
      sql.add.run(id, userId, userName, address, agent, createdAt, expiresAt, seenAt);
    },
    forgetSessions: (now: number): void => void sql.prune.run(now),
    sessionsOf: (userId: string, now: number, most: number): SessionRecord[] =>
      sql.of.all(userId, now, most).map(readSessionRow),
    /** A power cut may forget the last ones. */
    noteSeen: (seen: SeenSession[], idleMs: number): void =>
      losable(db, () =>
        transaction(db, () => {
          for (const { id, at, from = at } of seen) sql.seen.run(id, at, from - idleMs);
        }),
      ),
    idleSessions: (seenUpTo: number, most: number): SessionRecord[] => sql.idle.all(seenUpTo, most).map(readSessionRow),
    findSession(id: string, userId: string): SessionRecord | null {
      const row = sql.find.get(id, userId);
      return row === undefined ? null : readSessionRow(row);
    },
    removeUnused: ({ id, seenAt }: LastUse, ended: Revocation, now: number): boolean =>
      transaction(db, () => {
        if (Number(sql.removeUnused.run(id, seenAt).changes) === 0) return false;
        end([ended], now);
        return true;
      }),
    removeSession(id: string, ended: Revocation, now: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        sql.remove.run(id);
        end([ended], now);
        outbox.append(events);
      });
    },
  };
}
