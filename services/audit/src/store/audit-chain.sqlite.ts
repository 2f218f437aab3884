import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { sha256 } from '../chain/sha256.ts';
import { type ChainFault, type ChainHead, checkLink } from '../domain/chain-link.ts';
import type { ChainCursor } from './audit-store.port.ts';
import { chainRow, rowColumns, whole } from './audit-rows.ts';

/** Reads and checks the chain. Works on a read-only connection. */
export function auditChain(db: DatabaseSync) {
  const head = db.prepare('SELECT entries, hash FROM head');
  const rows = db.prepare(`SELECT ${rowColumns} FROM entry WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ?`);
  rows.setReadBigInts(true);
  // One statement is one view of the file: an append in between cannot look like a fault.
  const end = db.prepare(
    `SELECT head.entries, head.hash AS headHash, coalesce(entry.seq, 0) AS seq, entry.hash, entry.id
     FROM head LEFT JOIN entry ON entry.seq = (SELECT max(seq) FROM entry)`,
  );
  end.setReadBigInts(true);

  return {
    head(): ChainHead {
      const row = head.get() ?? {};
      return { entries: column.number(row, 'entries'), hash: column.text(row, 'hash') };
    },
    checkChain(cursor: ChainCursor, last: number, limit: number): { faults: ChainFault[]; next: ChainCursor | null } {
      const faults: ChainFault[] = [];
      let { seq, previous } = cursor;
      const found = rows.all(seq, last, limit);
      for (const one of found) {
        const row = chainRow(one);
        const fault = checkLink(row, seq, previous, sha256);
        if (fault) faults.push(fault);
        seq = row.seq + 1;
        previous = row.hash;
      }
      return { faults, next: found.length === limit && seq <= last ? { seq, previous } : null };
    },
    checkEnd(): ChainFault[] {
      const row = end.get() ?? {};
      const [entries, seq] = [whole(row, 'entries'), whole(row, 'seq')];
      const id = column.textOrNull(row, 'id');
      if (seq < entries) return [{ kind: 'CUT_OFF', seq: seq + 1, id: null }];
      if (seq > entries) return [{ kind: 'ADDED', seq: entries + 1, id }];
      return seq > 0 && row['hash'] !== row['headHash'] ? [{ kind: 'CHANGED', seq, id }] : [];
    },
  };
}
