import { type DatabaseSync, type Outbox, transaction } from '@numscope/adapters/sqlite';
import type { ProfileFilter, SavedSearch } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import type { OutgoingEvent } from '@numscope/platform';
import { momentOfId } from '@numscope/platform/ids';
import type { PutSearch, SearchOwner } from '../profile-store.port.ts';

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
export class SavedSearchRows {
  readonly #db: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #sql;

  constructor(db: DatabaseSync, outbox: Outbox) {
    this.#db = db;
    this.#outbox = outbox;
    this.#sql = statements(db);
  }

  readonly savedSearches = (userId: string): SavedSearch[] =>
    this.#sql.select.all(userId).map((row) => ({
      id: String(row['id']),
      name: String(row['name']),
      filter: JSON.parse(String(row['filter'])) as ProfileFilter,
      createdTimestamp: Number(row['created']),
    }));

  readonly saveSearch = (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): boolean =>
    transaction(this.#db, () => this.#insert(owner, search, audit));

  #insert(owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): boolean {
    const { id, name, filter, createdTimestamp } = search;
    if (Number(this.#sql.count.get(owner.userId)?.['searches']) >= limits.savedSearches) return false;
    this.#sql.insert.run(id, owner.userId, owner.userName, name, JSON.stringify(filter), createdTimestamp);
    if (audit) this.#outbox.append([audit]);
    return true;
  }

  readonly putSearch = (owner: SearchOwner, search: SavedSearch, audit: OutgoingEvent | null): PutSearch =>
    transaction(this.#db, () => {
      const there = this.#sql.owner.get(search.id);
      if (!there) return this.#insert(owner, search, audit) ? 'KEPT' : 'NO_ROOM';
      if (there['user_id'] !== owner.userId) return 'NOT_OWN';
      this.#sql.update.run(search.name, JSON.stringify(search.filter), search.id);
      if (audit) this.#outbox.append([audit]);
      return 'KEPT';
    });

  readonly dropSearch = (userId: string, id: string, audit: OutgoingEvent | null): boolean =>
    transaction(this.#db, () => {
      if (this.#sql.delete.run(id, userId).changes === 0) return false;
      if (audit) this.#outbox.append([audit]);
      return true;
    });

  readonly adoptSearches = ({ userId, userName }: SearchOwner): void => {
    const since = momentOfId(userId);
    if (since !== null && this.#sql.ownerless.get(userName, since)) this.#sql.adopt.run(userId, userName, since);
  };

  readonly dropSearchesOf = ({ userId, userName }: { userId: string | null; userName: string }): void => {
    this.#sql.deleteAll.run(userId, userName);
  };
}
