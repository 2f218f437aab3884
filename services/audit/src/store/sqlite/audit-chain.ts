import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { sha256 } from '../../sha256.ts';
import { type ChainFault, type ChainHead, type ChainRow, checkLink, GENESIS, isHead } from '../../domain/chain-link.ts';
import type { ChainCursor, ChainStep, SeenEntry } from '../audit-store.port.ts';
import { chainRow, rowColumnsIn, whole } from './audit-rows.ts';

/** The head, also in a file that was made before entries could be removed and is only looked at. */
function headIn(db: DatabaseSync): string {
  const begins = db.prepare(`SELECT 1 FROM pragma_table_info('head') WHERE name = 'begins'`).get() !== undefined;
  return begins
    ? 'SELECT entries, hash, begins, begins_hash AS beginsHash FROM head'
    : `SELECT entries, hash, 0 AS begins, '${GENESIS}' AS beginsHash FROM head`;
}

/** Reads and checks the chain. Works on a read-only connection. */
export function auditChain(db: DatabaseSync) {
  const head = db.prepare(headIn(db));
  const rows = db.prepare(`SELECT ${rowColumnsIn(db)} FROM entry WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ?`);
  // Each statement is one view of the file: an append in between cannot look like a fault.
  const before = db.prepare('SELECT seq, id FROM entry WHERE seq < 1 ORDER BY seq LIMIT 100');
  const behind = db.prepare(
    'SELECT entry.seq, entry.id FROM head JOIN entry ON entry.seq > head.entries WHERE head.entries >= 0 ORDER BY entry.seq LIMIT 1',
  );
  const place = db.prepare('SELECT seq FROM entry WHERE id = ?');
  for (const statement of [head, rows, before, behind, place]) statement.setReadBigInts(true);

  const readHead = (): ChainHead | null => {
    const row = head.get();
    if (!row) return null;
    const begins = { seq: whole(row, 'begins'), hash: column.text(row, 'beginsHash') };
    const found = { entries: whole(row, 'entries'), hash: column.text(row, 'hash'), begins };
    return isHead(found) ? found : null;
  };

  return {
    head: readHead,
    /** @throws Error when the head is gone */
    end(): ChainHead {
      const found = readHead();
      if (!found)
        throw new Error(
          'the head of the audit trail is gone from the file: npm run audit -- verify tells what is wrong',
        );
      return found;
    },
    checkChain(cursor: ChainCursor, last: number, limit: number, places: readonly number[] = []): ChainStep {
      const faults: ChainFault[] = [];
      const seen: SeenEntry[] = [];
      const asked = new Set(places);
      let at = cursor;
      const found = rows.all(cursor.seq, last, limit);
      for (const one of found) {
        const row = chainRow(one);
        const fault = checkLink(row, at.seq, at.previous, sha256);
        if (fault) faults.push(fault);
        if (asked.has(row.seq)) seen.push({ seq: row.seq, hash: row.hash, id: row.id });
        at = { seq: row.seq + 1, previous: row.hash, id: row.id };
      }
      return { faults, seen, cursor: at, more: found.length === limit };
    },
    rows: (after: number, to: number): ChainRow[] => rows.all(after + 1, to, to - after).map(chainRow),
    seqOf(id: string): number | null {
      const row = place.get(id);
      return row ? whole(row, 'seq') : null;
    },
    strangers: (): ChainFault[] =>
      [...before.all(), ...behind.all()].map((row) => ({
        kind: 'ADDED',
        seq: whole(row, 'seq'),
        id: column.text(row, 'id'),
      })),
  };
}
