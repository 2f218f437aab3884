import { column, type DatabaseSync, openDatabase, Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import { addEnd } from '@numscope/platform/http/token-ends';
import { ownerOfLogins } from '@numscope/platform/http/token-subjects';
import { endCounts, type EndedSessions, endsCountFrom, type Revocation, toldOf } from '../../domain/revocation.ts';
import type { GoneUser } from '../../domain/session.ts';
import { apiKeyRows } from './api-key-rows.ts';
import { attemptRows } from './attempt-rows.ts';
import { authMigrations } from './auth-schema.ts';
import { sessionRows } from './session-rows.ts';

interface AuthStoreOptions {
  path: string;
  sessionMs: number;
}

function statements(db: DatabaseSync) {
  return {
    progress: db.prepare('SELECT revision, longest_session_ms FROM progress'),
    setRevision: db.prepare('UPDATE progress SET revision = ?'),
    revoke: db.prepare(
      `INSERT INTO revocation (user_name, not_before, keep_issued_at, revision) VALUES (?, ?, ?, ?)
       ON CONFLICT (user_name) DO UPDATE SET
         not_before = excluded.not_before, keep_issued_at = excluded.keep_issued_at, revision = excluded.revision`,
    ),
    ended: db.prepare('SELECT user_name, not_before, keep_issued_at FROM revocation WHERE user_name = ?'),
    endLogins: db.prepare(
      'DELETE FROM session WHERE user_name = ? COLLATE NOCASE AND created_at <= ? AND created_at IS NOT ?',
    ),
    prune: db.prepare('DELETE FROM revocation WHERE not_before < ?'),
    pruneKeys: db.prepare('DELETE FROM revocation WHERE user_name >= ? AND user_name < ? AND not_before < ?'),
    since: db.prepare(
      'SELECT user_name, not_before, keep_issued_at FROM revocation WHERE revision > ? ORDER BY revision',
    ),
    endedUpTo: db.prepare('SELECT not_before FROM revocation WHERE user_name = ?'),
    noteIssue: db.prepare(
      'INSERT INTO issue (user_name, at) VALUES (?, ?) ON CONFLICT (user_name) DO UPDATE SET at = max(at, excluded.at)',
    ),
    pruneIssues: db.prepare('DELETE FROM issue WHERE at < ?'),
    lastIssue: db.prepare('SELECT at FROM issue WHERE user_name = ?'),
    forgetIssues: db.prepare('DELETE FROM issue WHERE user_name = ?'),
    forgetSessions: db.prepare('DELETE FROM session WHERE user_id = ?'),
    forgetKeys: db.prepare('DELETE FROM api_key WHERE owner = ?'),
  };
}

const readRevocation = (row: SqlRow): Revocation => ({
  userName: column.text(row, 'user_name'),
  notBefore: column.number(row, 'not_before'),
  keepIssuedAt: column.numberOrNull(row, 'keep_issued_at'),
});

/** Runs in the store's worker thread. */
export function open(options: AuthStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: authMigrations });
  const outbox = new Outbox(db);
  const sql = statements(db);
  db.prepare('UPDATE progress SET longest_session_ms = max(longest_session_ms, ?)').run(options.sessionMs);

  const longestSessionMs = (): number => column.number(sql.progress.get() ?? {}, 'longest_session_ms');
  const forgetEnds = (now: number): void => {
    const { any, keys } = endsCountFrom(now, longestSessionMs());
    sql.prune.run(any);
    sql.pruneKeys.run(keys.from, keys.below, keys.notBefore);
  };
  const { forgetAttempts, ...attempts } = attemptRows(db, outbox);
  const end = (revocations: Revocation[], now: number): void => {
    const longestMs = longestSessionMs();
    let revision = column.number(sql.progress.get() ?? {}, 'revision');
    for (const one of revocations) {
      const { userName, notBefore, keepIssuedAt } = one;
      const owner = ownerOfLogins(one.userName);
      if (owner !== null) sql.endLogins.run(owner, notBefore, keepIssuedAt);
      if (!endCounts(one, now, longestMs)) continue;
      const row = sql.ended.get(userName);
      const ended = addEnd(row && readRevocation(row), { notBefore, keepIssuedAt });
      if (ended !== null) sql.revoke.run(userName, ended.notBefore, ended.keepIssuedAt, ++revision);
    }
    sql.setRevision.run(revision);
  };
  const { forgetSessions, ...sessions } = sessionRows(db, outbox, end);

  return {
    revoke(revocations: Revocation[], now: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        end(revocations, now);
        outbox.append(events);
      });
    },
    revocationsSince(revision: number): EndedSessions {
      return transaction(db, () => {
        const progress = sql.progress.get() ?? {};
        const last = column.number(progress, 'revision');
        const users = sql.since.all(revision > last ? 0 : revision).map((row) => toldOf(readRevocation(row)));
        return { revision: last, users, longestSessionMs: column.number(progress, 'longest_session_ms') };
      });
    },
    endedUpTo(userName: string): number {
      const row = sql.endedUpTo.get(userName);
      return row ? column.number(row, 'not_before') : 0;
    },
    noteIssue: (userName: string, at: number): void => void sql.noteIssue.run(userName, at),
    lastIssue(userName: string): number {
      const row = sql.lastIssue.get(userName);
      return row ? column.number(row, 'at') : 0;
    },
    forgetUsers: (users: GoneUser[]): void =>
      transaction(db, () => {
        for (const { userId, userName } of users) {
          sql.forgetIssues.run(userName);
          if (userId === null) continue;
          sql.forgetSessions.run(userId);
          sql.forgetKeys.run(userId);
        }
      }),
    ...attempts,
    ...apiKeyRows(db, outbox, end),
    ...sessions,
    forgetPast: (now: number): void =>
      transaction(db, () => {
        forgetAttempts(now);
        forgetSessions(now);
        forgetEnds(now);
        sql.pruneIssues.run(now - longestSessionMs());
      }),
    append: (events: OutgoingEvent[]): void => outbox.append(events),
    check: (): void => void sql.progress.get(),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (ids: number[]): void => outbox.clearEvents(ids),
    close: (): void => db.close(),
  };
}
