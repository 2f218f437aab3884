import { type DatabaseSync, openDatabase, transaction } from '@numscope/adapters/sqlite';
import { sha256 } from '../../sha256.ts';
import { hashOf, type NewEntry, toRow } from '../../domain/chain-link.ts';
import { auditChain } from './audit-chain.ts';
import { keepCheckpoints, readCheckpoints } from './audit-checkpoints.ts';
import { auditMigrations } from './audit-schema.ts';
import { entriesOfPhone } from './audit-phones.ts';
import { keepPlaces, readPlaces } from './audit-places.ts';
import { keepCheckProgress, readCheckProgress } from './audit-progress.ts';
import { auditSearch } from './audit-search.ts';
import { searchableText } from '../audit-text.ts';

interface AuditStoreOptions {
  path: string;
}

function reading(db: DatabaseSync, chain = auditChain(db)) {
  return {
    search: auditSearch(db),
    ofPhone: entriesOfPhone(db),
    rows: chain.rows,
    ...readPlaces(db),
    head: chain.head,
    checkChain: chain.checkChain,
    strangers: chain.strangers,
    seqOf: chain.seqOf,
    ...readCheckProgress(db),
    ...readCheckpoints(db),
    check: (): void => void chain.end(),
    close: (): void => db.close(),
  };
}

/** What only reads, in a thread that no write holds up. */
export const openReader = ({ path }: AuditStoreOptions) =>
  reading(openDatabase({ path, migrations: auditMigrations, readOnly: true }));

/** Runs in the store's worker thread. */
export function open({ path }: AuditStoreOptions) {
  const db = openDatabase({ path, migrations: auditMigrations });
  const chain = auditChain(db);
  const known = db.prepare('SELECT 1 FROM entry WHERE id = ?');
  const insert = db.prepare(
    `INSERT INTO entry (seq, id, action_type, created_at, username, user_id, ip, details, args, outcome, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertText = db.prepare('INSERT INTO entry_text (rowid, text) VALUES (?, ?)');
  const setHead = db.prepare('UPDATE head SET entries = ?, hash = ?');

  return {
    append(entries: NewEntry[]): void {
      // The head is read inside the transaction that holds the write lock: whoever else writes, each entry gets one
      // place.
      transaction(db, () => {
        let { entries: seq, hash } = chain.end();
        for (const entry of entries) {
          if (known.get(entry.id.toWellFormed())) continue;
          const row = toRow(entry, ++seq);
          hash = hashOf(row, hash, sha256);
          const { id, actionType, createdTimestamp, username, userId, ip, details, args, outcome } = row;
          insert.run(seq, id, actionType, createdTimestamp, username, userId ?? null, ip, details, args, outcome, hash);
          insertText.run(seq, searchableText(details, args));
        }
        setHead.run(seq, hash);
      });
    },
    ...reading(db, chain),
    ...keepCheckpoints(db),
    ...keepPlaces(db),
    ...keepCheckProgress(db),
  };
}
