import { type DatabaseSync, type Outbox, transaction } from '@numscope/adapters/sqlite';
import type { ProfileFilter, SavedSearch } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import type { OutgoingEvent } from '@numscope/platform';
import { momentOfId } from '@numscope/platform/ids';
import type { SavedSearchStore, SearchOwner } from '../profile-store.port.ts';
import type { AtOnce } from './at-once.ts';

const statements = (db: DatabaseSync) => ({
  select: db.prepare('SELECT id, name, filter, created FROM saved_searches WHERE user_id = ? ORDER BY name, created'),
  count: db.prepare('SELECT count(*) AS searches FROM saved_searches WHERE user_id = ?'),
  insert: db.prepare(
    'INSERT INTO saved_searches (id, user_id, user_name, name, filter, created) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  owner: db.prepare('SELECT user_id FROM saved_searches WHERE id = ?'),
  update: db.prepare('UPDATE saved_searches SET name = ?, filter = ? WHERE id = ?'),
  delete: db.prepare('DELETE FROM saved_searches WHERE id = ? AND user_id = ?'),
  deleteAll: db.prepare('DELETE FROM saved_searches WHERE user_id = ?1 OR (user_id IS NULL AND user_name = ?2)'),
  ownerless: db.prepare('SELECT 1 FROM saved_searches WHERE user_name = ? AND user_id IS NULL AND created >= ?'),
  adopt: db.prepare('UPDATE saved_searches SET user_id = ? WHERE user_name = ? AND user_id IS NULL AND created >= ?'),
});

/** Saved searches of all users; each change with its audit entry in one step. */
export function savedSearchRows(db: DatabaseSync, outbox: Outbox): AtOnce<SavedSearchStore> {
  const sql = statements(db);
  const tell = (audit: OutgoingEvent | null): void => outbox.append(audit ? [audit] : []);
  const insert = (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): boolean => {
    const { id, name, filter, createdTimestamp } = search;
    if (Number(sql.count.get(owner.userId)?.['searches']) >= limits.savedSearches) return false;
    sql.insert.run(id, owner.userId, owner.userName, name, JSON.stringify(filter), createdTimestamp);
    tell(audit);
    return true;
  };
  return {
    savedSearches: (userId) =>
      sql.select.all(userId).map((row) => ({
        id: String(row['id']),
        name: String(row['name']),
        filter: JSON.parse(String(row['filter'])) as ProfileFilter,
        createdTimestamp: Number(row['created']),
      })),
    saveSearch: (owner, search, audit) => transaction(db, () => insert(owner, search, audit)),
    putSearch: (owner, search, audit) =>
      transaction(db, () => {
        const there = sql.owner.get(search.id);
        if (!there) return insert(owner, search, audit) ? 'KEPT' : 'NO_ROOM';
        if (there['user_id'] !== owner.userId) return 'NOT_OWN';
        sql.update.run(search.name, JSON.stringify(search.filter), search.id);
        tell(audit);
        return 'KEPT';
      }),
    dropSearch: (userId, id, audit) =>
      transaction(db, () => {
        if (sql.delete.run(id, userId).changes === 0) return false;
        tell(audit);
        return true;
      }),
    adoptSearches({ userId, userName }) {
      const since = momentOfId(userId);
      if (since !== null && sql.ownerless.get(userName, since)) sql.adopt.run(userId, userName, since);
    },
    dropSearchesOf: ({ userId, userName }) => void sql.deleteAll.run(userId, userName),
  };
}
