import type { DatabaseSync } from '@numscope/adapters/sqlite';
import type { AuditEntry } from '@numscope/contracts';
import { phonesIn } from '../../domain/phones-in.ts';
import { entryOf, shownColumns } from './audit-rows.ts';
import { allOf, trigramsOf } from '../audit-text.ts';

/** The newest entries that name a phone: by the index of texts, and each looked at. */
export function entriesOfPhone(db: DatabaseSync): (digits: string, limit: number) => AuditEntry[] {
  db.function('names_phone', { deterministic: true, directOnly: true }, (details, args, digits) =>
    phonesIn(String(details), String(args)).includes(String(digits)) ? 1 : 0,
  );
  const named = db.prepare(
    `SELECT ${shownColumns} FROM entry_text CROSS JOIN entry ON entry.seq = entry_text.rowid
     WHERE entry_text MATCH ? AND names_phone(entry.details, entry.args, ?)
     ORDER BY entry.created_at DESC, entry.seq DESC LIMIT ?`,
  );
  return (digits, limit) => {
    const trigrams = trigramsOf(digits);
    return trigrams.length > 0 ? named.all(allOf(trigrams), digits, limit).map(entryOf) : [];
  };
}
