import { column, type DatabaseSync, losable, type Outbox, transaction } from '@numscope/adapters/sqlite';
import type { OutgoingEvent } from '@numscope/platform';
import type { AttemptKeys } from '../../attempts/attempt-keys.ts';
import { AHEAD_MS, type Count, countsFrom, KNOWN_ADDRESSES, type Standing } from '../../domain/login-rules.ts';

const statements = (db: DatabaseSync) => ({
  failures: db.prepare('SELECT at FROM failure WHERE key = ? AND at > ? ORDER BY at'),
  underWay: db.prepare('SELECT count(*) AS attempts FROM under_way WHERE key = ? AND at > ?'),
  known: db.prepare('SELECT 1 FROM known_caller WHERE pair = ? AND at > ?'),
  tried: db.prepare('SELECT named, slowed_at FROM tried_user WHERE user = ?'),
  begin: db.prepare('INSERT INTO under_way (key, id, at) VALUES (?, ?, ?)'),
  end: db.prepare('DELETE FROM under_way WHERE key = ? AND id = ?'),
  fail: db.prepare('INSERT INTO failure (key, at) VALUES (?, ?)'),
  name: db.prepare(
    `INSERT INTO tried_user (user, named, slowed_at, at) VALUES (?, ?, 0, ?)
     ON CONFLICT (user) DO UPDATE SET named = excluded.named, at = excluded.at`,
  ),
  slow: db.prepare(
    `INSERT INTO tried_user (user, named, slowed_at, at) VALUES (?1, 0, ?2, ?2)
     ON CONFLICT (user) DO UPDATE SET slowed_at = excluded.slowed_at, at = excluded.at WHERE slowed_at <= ?3 OR slowed_at > ?4`,
  ),
  forgive: db.prepare('DELETE FROM failure WHERE key = ?'),
  remember: db.prepare(
    'INSERT INTO known_caller (pair, user, at) VALUES (?, ?, ?) ON CONFLICT (pair) DO UPDATE SET at = excluded.at',
  ),
  forgetOldest: db.prepare(
    'DELETE FROM known_caller WHERE user = ?1 AND pair NOT IN (SELECT pair FROM known_caller WHERE user = ?1 ORDER BY at DESC LIMIT ?2)',
  ),
  prune: [
    db.prepare('DELETE FROM failure WHERE at <= ?'),
    db.prepare('DELETE FROM tried_user WHERE at <= ?'),
    db.prepare('DELETE FROM under_way WHERE at <= ?'),
  ],
  pruneKnown: db.prepare('DELETE FROM known_caller WHERE at <= ?'),
});

const allKeys = ({ pair, address, user }: AttemptKeys): string[] => [pair, address, user];

/**
 * A power cut may forget the last attempts: none of these writes waits for the disk, but for what is told of a success.
 */
export function attemptRows(db: DatabaseSync, outbox: Outbox) {
  const sql = statements(db);
  // Whatever was under way ended with the process before.
  db.exec('DELETE FROM under_way');

  const count = (key: string, counted: keyof AttemptKeys, now: number): Count => ({
    failures: sql.failures.all(key, countsFrom(now)[counted]).map((row) => column.number(row, 'at')),
    underWay: column.number(sql.underWay.get(key, countsFrom(now).underWay) ?? {}, 'attempts'),
  });
  const standing = ({ pair, address, user }: AttemptKeys, now: number): Standing => {
    const tried = sql.tried.get(user);
    return {
      pair: count(pair, 'pair', now),
      address: count(address, 'address', now),
      user: count(user, 'user', now),
      known: sql.known.get(pair, countsFrom(now).known) !== undefined,
      named: tried !== undefined && column.number(tried, 'named') === 1,
      slowedAt: tried === undefined ? 0 : column.number(tried, 'slowed_at'),
    };
  };
  const end = (keys: AttemptKeys, id: string): void => {
    for (const key of allKeys(keys)) sql.end.run(key, id);
  };
  const lightly = <T>(work: () => T): T => losable(db, () => transaction(db, work));

  return {
    standing,
    beginAttempt: (keys: AttemptKeys, id: string, now: number): Standing =>
      lightly(() => {
        const before = standing(keys, now);
        for (const key of allKeys(keys)) sql.begin.run(key, id, now);
        return before;
      }),
    takeBackAttempt: (keys: AttemptKeys, id: string): void => lightly(() => end(keys, id)),
    failAttempt: (keys: AttemptKeys, id: string, now: number, named: boolean): void =>
      lightly(() => {
        end(keys, id);
        for (const key of allKeys(keys)) sql.fail.run(key, now);
        sql.name.run(keys.user, Number(named), now);
      }),
    passAttempt(keys: AttemptKeys, id: string, now: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        end(keys, id);
        sql.forgive.run(keys.pair);
        sql.remember.run(keys.pair, keys.user, now);
        sql.forgetOldest.run(keys.user, KNOWN_ADDRESSES);
        outbox.append(events);
      });
    },
    forgetAttempts(now: number): void {
      for (const statement of sql.prune) statement.run(countsFrom(now).pair);
      sql.pruneKnown.run(countsFrom(now).known);
    },
    takeSlowed: ({ user }: AttemptKeys, now: number, gapMs: number): boolean =>
      lightly(() => Number(sql.slow.run(user, now, now - gapMs, now + AHEAD_MS).changes) > 0),
  };
}
