import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { ListedNumber } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import { soughtBy } from '../../domain/listed-numbers.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';

export const listedNumber = (row: SqlRow): ListedNumber => ({
  entry: column.text(row, 'entry'),
  reason: column.text(row, 'reason'),
  by: column.text(row, 'by'),
  at: column.number(row, 'at'),
});

/** The do-not-look-up list, a row for each entry, and the marks of what was erased, as the store has them. */
export function listRows(db: DatabaseSync, outbox: Outbox) {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO listed_number (entry, reason, by, at, folded) VALUES (?, ?, ?, ?, ?)',
  );
  let revision = 0;

  return {
    addListed: ({ entries, reason, by, at }: NewListed, events: OutgoingEvent[]): number =>
      transaction(db, () => {
        let added = 0;
        for (const entry of entries) added += Number(insert.run(entry, reason, by, at, reason.toLowerCase()).changes);
        revision++;
        outbox.append(events);
        return added;
      }),

    removeListed: (entry: string, _at: number, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        if (db.prepare('DELETE FROM listed_number WHERE entry = ?').run(entry).changes === 0) return false;
        revision++;
        outbox.append(events);
        return true;
      }),

    listed({ text, offset, limit }: ListedRequest): { entries: ListedNumber[]; total: number } {
      const sought = soughtBy(text);
      const [where, values] =
        'reason' in sought
          ? ["instr(folded, ?) > 0 OR ? = ''", [sought.reason, sought.reason]]
          : [
              '(entry >= ? AND entry < ?) OR entry IN (SELECT value FROM json_each(?))',
              [sought.from, sought.to, JSON.stringify(sought.holding)],
            ];
      const rows = db
        .prepare(`SELECT * FROM listed_number WHERE ${where} ORDER BY entry LIMIT ? OFFSET ?`)
        .all(...values, limit, offset);
      const counted = db.prepare(`SELECT COUNT(*) AS total FROM listed_number WHERE ${where}`).get(...values);
      return { entries: rows.map(listedNumber), total: column.number(counted ?? {}, 'total') };
    },

    listedAfter: (entry: string, limit: number): string[] =>
      db
        .prepare('SELECT entry FROM listed_number WHERE entry > ? ORDER BY entry LIMIT ?')
        .all(entry, limit)
        .map((row) => column.text(row, 'entry')),

    countListed: (): number =>
      column.number(db.prepare('SELECT COUNT(*) AS total FROM listed_number').get() ?? {}, 'total'),

    listRevision: (): string => String(revision),

    noteErased: ({ digest, at }: ErasedMark, forgottenBefore: number): void =>
      transaction(db, () => {
        db.prepare('DELETE FROM erased WHERE at < ?').run(forgottenBefore);
        db.prepare(
          'INSERT INTO erased (digest, at) VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET at = excluded.at',
        ).run(digest, at);
      }),

    erasedMarks: (): ErasedMark[] =>
      db
        .prepare('SELECT digest, at FROM erased')
        .all()
        .map((row) => ({ digest: column.text(row, 'digest'), at: column.number(row, 'at') })),
  };
}
