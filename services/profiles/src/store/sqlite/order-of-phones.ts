import type { DatabaseSync, SqlRow } from '@numscope/adapters/sqlite';
import { phoneOfKey } from './phone-key.ts';

/** E.164 has no longer number. */
const MOST_DIGITS = 15;

/** Between which keys, the second excluded, the numbers of so many digits lie whose texts come after a phone's. */
export function keysAfter(phone: string | null, digits: number): [from: number, below: number] {
  const below = 10 ** digits;
  if (phone === null) return [below / 10, below];
  const said = phone.slice(1);
  return [digits <= said.length ? Number(said.slice(0, digits)) + 1 : Number(said.padEnd(digits, '0')), below];
}

/**
 * Reads rows of profiles in order of phones, as texts: the order of the search index and of the other store. The keys
 * are numbers, which lie in that order only among those of one length; so the rows of each length are read in step.
 * @param columns the phone among them
 * @returns gives up to `limit` rows after `phone` (null: from the first)
 */
export function orderOfPhones(db: DatabaseSync, columns: string) {
  // A statement each: all of them are read at once.
  const ofLength = Array.from({ length: MOST_DIGITS }, () =>
    db.prepare(`SELECT ${columns} FROM profiles WHERE phone >= ? AND phone < ? ORDER BY phone`),
  );
  return (phone: string | null, limit: number): SqlRow[] => {
    const lengths = ofLength.map((statement, shorter) => statement.iterate(...keysAfter(phone, shorter + 1)));
    const heads = lengths.map((rows) => ({ rows, next: rows.next() }));
    const found: SqlRow[] = [];
    try {
      while (found.length < limit) {
        let first: { head: (typeof heads)[number]; phone: string; row: SqlRow } | null = null;
        for (const head of heads) {
          if (head.next.done) continue;
          const row = head.next.value;
          const at = phoneOfKey(row['phone']);
          if (first === null || at < first.phone) first = { head, phone: at, row };
        }
        if (first === null) break;
        found.push(first.row);
        first.head.next = first.head.rows.next();
      }
    } finally {
      for (const { rows } of heads) rows.return?.();
    }
    return found;
  };
}
