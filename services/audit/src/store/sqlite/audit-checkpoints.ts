import { column, type DatabaseSync, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { AuditCheckpoint, ChainCheck } from '@numscope/contracts';
import type { ChainStart } from '../../domain/chain-link.ts';
import { searchableText } from '../audit-text.ts';

/** What a row keeps as JSON. It was written by this service, or counts only when its signature says so. */
export const kept = <T>(row: SqlRow | undefined): T | null =>
  row === undefined ? null : (JSON.parse(column.text(row, 'json')) as T);

/** What is kept of checkpoints and checks, for reading. Works on a read-only connection. */
export function readCheckpoints(db: DatabaseSync) {
  if (!db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'checkpoint'`).get())
    return {
      checkpoints: (): AuditCheckpoint[] => [],
      lastCheckpoint: () => null,
      checkpointBefore: () => null,
      lastCheck: () => null,
      retentionDays: () => null,
    };
  const behind = db.prepare('SELECT json FROM checkpoint WHERE number > ? ORDER BY number LIMIT ?');
  const last = db.prepare('SELECT json FROM checkpoint ORDER BY number DESC LIMIT 1');
  const before = db.prepare('SELECT json FROM checkpoint WHERE at <= ? ORDER BY at DESC, number DESC LIMIT 1');
  const check = db.prepare('SELECT json FROM last_check');
  const hasRetention = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'retention'`).get() !== undefined;
  const retention = hasRetention ? db.prepare('SELECT days FROM retention') : null;
  return {
    checkpoints: (after: number, limit: number): AuditCheckpoint[] =>
      behind.all(after, limit).flatMap((row) => kept<AuditCheckpoint>(row) ?? []),
    lastCheckpoint: (): AuditCheckpoint | null => kept(last.get()),
    checkpointBefore: (at: number): AuditCheckpoint | null => kept(before.get(at)),
    retentionDays(): number | null {
      const days = retention?.get()?.['days'];
      return typeof days === 'number' ? days : null;
    },
    lastCheck: (): ChainCheck | null => kept(check.get()),
  };
}

/** Keeps checkpoints and checks, and removes what is older than the beginning. */
export function keepCheckpoints(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO checkpoint (number, at, json) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const check = db.prepare('INSERT OR REPLACE INTO last_check VALUES (1, ?)');
  const begin = db.prepare('UPDATE head SET begins = ?, begins_hash = ? WHERE begins < ?');
  const old = db.prepare(
    'SELECT entry.seq, details, args FROM head JOIN entry ON entry.seq BETWEEN 1 AND head.begins ORDER BY entry.seq LIMIT ?',
  );
  // The index has no text of its own: what it forgets must be said to it.
  const forget = db.prepare(`INSERT INTO entry_text (entry_text, rowid, text) VALUES ('delete', ?, ?)`);
  const drop = db.prepare('DELETE FROM entry WHERE seq = ?');
  const retention = db.prepare('INSERT OR REPLACE INTO retention VALUES (1, ?)');
  const turn = db.prepare('INSERT INTO turn VALUES (?) ON CONFLICT DO NOTHING');
  const noTurn = db.prepare('DELETE FROM turn WHERE day = ?');
  return {
    keepCheckpoint: (checkpoint: AuditCheckpoint): boolean =>
      Number(insert.run(checkpoint.number, checkpoint.at, JSON.stringify(checkpoint)).changes) > 0,
    keepCheck: (found: ChainCheck): void => void check.run(JSON.stringify(found)),
    beginBehind: ({ seq, hash }: ChainStart): void => void begin.run(seq, hash, seq),
    dropOld: (limit: number): number =>
      transaction(db, () => {
        const rows = old.all(limit);
        for (const row of rows) {
          const seq = column.number(row, 'seq');
          forget.run(seq, searchableText(column.text(row, 'details'), column.text(row, 'args')));
          drop.run(seq);
        }
        return rows.length;
      }),
    keepRetentionDays: (days: number | null): void => void retention.run(days),
    takeTurn: (day: string): boolean => Number(turn.run(day).changes) > 0,
    returnTurn: (day: string): void => void noTurn.run(day),
  };
}
