import { type DatabaseSync, type Outbox, transaction } from '@numscope/adapters/sqlite';
import type { ProfileFilter, SavedSearch } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { OwnedSearch } from './profile-store.port.ts';

/** Saved searches of all users; each change with its audit entry in one step. */
export class SavedSearchRows {
  readonly #db: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #select;
  readonly #insert;
  readonly #delete;
  readonly #deleteAll;

  constructor(db: DatabaseSync, outbox: Outbox) {
    this.#db = db;
    this.#outbox = outbox;
    this.#select = db.prepare('SELECT id, name, filter, created FROM saved_searches WHERE user_name = ? ORDER BY name, created');
    this.#insert = db.prepare('INSERT INTO saved_searches (id, user_name, name, filter, created) VALUES (?, ?, ?, ?, ?)');
    this.#delete = db.prepare('DELETE FROM saved_searches WHERE id = ? AND user_name = ?');
    this.#deleteAll = db.prepare('DELETE FROM saved_searches WHERE user_name = ?');
  }

  of(userName: string): SavedSearch[] {
    return this.#select.all(userName).map((row) => ({
      id: String(row['id']),
      name: String(row['name']),
      filter: JSON.parse(String(row['filter'])) as ProfileFilter,
      createdTimestamp: Number(row['created']),
    }));
  }

  save({ id, userName, name, filter, createdTimestamp }: OwnedSearch, audit: OutgoingEvent | null): void {
    transaction(this.#db, () => {
      this.#insert.run(id, userName, name, JSON.stringify(filter), createdTimestamp);
      if (audit) this.#outbox.append([audit]);
    });
  }

  drop(userName: string, id: string, audit: OutgoingEvent | null): boolean {
    return transaction(this.#db, () => {
      if (this.#delete.run(id, userName).changes === 0) return false;
      if (audit) this.#outbox.append([audit]);
      return true;
    });
  }

  dropAll(userName: string): void {
    this.#deleteAll.run(userName);
  }
}
