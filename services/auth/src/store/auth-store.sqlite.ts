import { type DatabaseSync, openDatabase, Outbox, transaction } from '@numscope/adapters/sqlite';
import type { Revocations } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import * as z from 'zod';
import type { Revocation } from '../domain/revocation.ts';
import { authMigrations } from './auth-schema.ts';

export interface AuthStoreOptions {
  path: string;
  sessionMs: number;
}

const Progress = z.object({ revision: z.number(), longest_session_ms: z.number() });
const Rows = z.array(z.object({ user_name: z.string(), not_before: z.number(), keep_issued_at: z.number().nullable() }));
const Times = z.array(z.object({ at: z.number() })).transform((rows) => rows.map((row) => row.at));

function statements(db: DatabaseSync) {
  return {
    progress: db.prepare('SELECT revision, longest_session_ms FROM progress'),
    setRevision: db.prepare('UPDATE progress SET revision = ?'),
    revoke: db.prepare(
      `INSERT INTO revocation (user_name, not_before, keep_issued_at, revision) VALUES (?, ?, ?, ?)
       ON CONFLICT (user_name) DO UPDATE SET
         not_before = excluded.not_before, keep_issued_at = excluded.keep_issued_at, revision = excluded.revision
       WHERE excluded.not_before > not_before`,
    ),
    prune: db.prepare('DELETE FROM revocation WHERE not_before < ?'),
    since: db.prepare('SELECT user_name, not_before, keep_issued_at FROM revocation WHERE revision > ? ORDER BY revision'),
    failures: db.prepare('SELECT at FROM failure WHERE key = ? AND at > ? ORDER BY at'),
    noteFailure: db.prepare('INSERT INTO failure (key, at) VALUES (?, ?)'),
    pruneFailures: db.prepare('DELETE FROM failure WHERE at <= ?'),
    clearFailures: db.prepare('DELETE FROM failure WHERE key = ?'),
  };
}

/** Runs in the store's worker thread. */
export function open(options: AuthStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: authMigrations });
  const outbox = new Outbox(db);
  const sql = statements(db);
  db.prepare('UPDATE progress SET longest_session_ms = max(longest_session_ms, ?)').run(options.sessionMs);

  return {
    revoke(revocations: Revocation[], now: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        let { revision, longest_session_ms: longest } = Progress.parse(sql.progress.get());
        for (const { userName, notBefore, keepIssuedAt } of revocations) {
          const { changes } = sql.revoke.run(userName, notBefore, keepIssuedAt, revision + 1);
          if (Number(changes) > 0) revision++;
        }
        sql.setRevision.run(revision);
        sql.prune.run(now - longest);
        outbox.append(events);
      });
    },
    revocationsSince(revision: number): Revocations {
      return transaction(db, () => {
        const { revision: last } = Progress.parse(sql.progress.get());
        const rows = Rows.parse(sql.since.all(revision > last ? 0 : revision));
        const users = rows.map((row) => ({
          userName: row.user_name,
          notBefore: row.not_before,
          ...(row.keep_issued_at === null ? {} : { keepIssuedAt: row.keep_issued_at }),
        }));
        return { revision: last, users };
      });
    },
    failures: (key: string, since: number): number[] => Times.parse(sql.failures.all(key, since)),
    noteFailure(key: string, at: number, since: number): void {
      transaction(db, () => {
        sql.pruneFailures.run(since);
        sql.noteFailure.run(key, at);
      });
    },
    clearFailures(key: string, events: OutgoingEvent[]): void {
      transaction(db, () => {
        sql.clearFailures.run(key);
        outbox.append(events);
      });
    },
    append: (events: OutgoingEvent[]): void => outbox.append(events),
    check: (): void => void sql.progress.get(),
    pendingEvents: (limit: number) => outbox.pendingEvents(limit),
    clearEvents: (upToId: number): void => outbox.clearEvents(upToId),
    close: (): void => db.close(),
  };
}

export type AuthStoreFunctions = Omit<ReturnType<typeof open>, 'close'>;
