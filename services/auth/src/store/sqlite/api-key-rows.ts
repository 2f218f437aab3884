import { column, type DatabaseSync, losable, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import { keyScopes, modules, roles } from '@numscope/contracts/lists';
import type { OutgoingEvent } from '@numscope/platform';
import { type ApiKeyRecord, NOBODY } from '../../domain/api-key.ts';
import type { Revocation } from '../../domain/revocation.ts';

/** Parts of a text with commas, as far as they are of the list. */
const chosen = <T extends string>(text: string, list: readonly T[]): T[] => {
  const parts = text.split(',');
  return list.filter((one) => parts.includes(one));
};

/** A key as its row has it. */
export function readKeyRow(row: SqlRow): ApiKeyRecord {
  const owner = column.text(row, 'owner');
  const addresses = column.text(row, 'addresses');
  return {
    id: column.text(row, 'id'),
    hash: column.text(row, 'hash'),
    prefix: column.text(row, 'prefix'),
    name: column.text(row, 'name'),
    ownerId: owner === NOBODY ? null : owner,
    createdBy: column.text(row, 'created_by'),
    role: row['role'] === null ? null : column.oneOf(row, 'role', roles),
    modules: chosen(column.text(row, 'modules'), modules),
    scopes: chosen(column.text(row, 'scopes'), keyScopes),
    addresses: addresses === '' ? [] : addresses.split(','),
    createdAt: column.number(row, 'created_at'),
    expiresAt: column.numberOrNull(row, 'expires_at'),
    lastUsedAt: column.numberOrNull(row, 'last_used_at'),
    lastUsedFrom: column.textOrNull(row, 'last_used_from'),
  };
}

const statements = (db: DatabaseSync) => ({
  slots: db.prepare('SELECT slot FROM api_key WHERE owner = ? ORDER BY slot'),
  add: db.prepare(
    `INSERT INTO api_key (id, hash, prefix, name, owner, slot, created_by, role, modules, scopes, addresses, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  of: db.prepare('SELECT * FROM api_key WHERE owner = ? ORDER BY created_at DESC, id DESC'),
  find: db.prepare('SELECT * FROM api_key WHERE id = ?'),
  byHash: db.prepare('SELECT * FROM api_key WHERE hash = ?'),
  remove: db.prepare('DELETE FROM api_key WHERE id = ?'),
  removeOf: db.prepare('DELETE FROM api_key WHERE owner = ?'),
  noteUse: db.prepare(
    'UPDATE api_key SET last_used_at = ?2, last_used_from = ?3 WHERE id = ?1 AND (last_used_at IS NULL OR abs(?2 - last_used_at) >= ?4)',
  ),
});

/** @param end notes, within a transaction, what tokens no longer count */
export function apiKeyRows(db: DatabaseSync, outbox: Outbox, end: (revocations: Revocation[], now: number) => void) {
  const sql = statements(db);
  const one = (row: SqlRow | undefined): ApiKeyRecord | null => (row === undefined ? null : readKeyRow(row));

  return {
    addKey: (key: ApiKeyRecord, most: number, _now: number, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        const owner = key.ownerId ?? NOBODY;
        const taken = sql.slots.all(owner).map((row) => column.number(row, 'slot'));
        if (taken.length >= most) return false;
        const free = taken.findIndex((slot, index) => slot !== index);
        const { id, hash, prefix, name, createdBy, role, scopes, addresses, createdAt, expiresAt } = key;
        sql.add.run(
          id,
          hash,
          prefix,
          name,
          owner,
          free === -1 ? taken.length : free,
          createdBy,
          role,
          key.modules.join(),
          scopes.join(),
          addresses.join(),
          createdAt,
          expiresAt,
        );
        outbox.append(events);
        return true;
      }),
    keysOf: (ownerId: string | null): ApiKeyRecord[] => sql.of.all(ownerId ?? NOBODY).map(readKeyRow),
    findKey: (id: string): ApiKeyRecord | null => one(sql.find.get(id)),
    keyByHash: (hash: string): ApiKeyRecord | null => one(sql.byHash.get(hash)),
    removeKey(id: string, ended: Revocation, now: number, events: OutgoingEvent[]): void {
      transaction(db, () => {
        sql.remove.run(id);
        end([ended], now);
        outbox.append(events);
      });
    },
    /** A power cut may forget the last ones. */
    noteKeyUse: (id: string, at: number, from: string, gapMs: number): void =>
      losable(db, () => void sql.noteUse.run(id, at, from, gapMs)),
  };
}
