import { column, type DatabaseSync, longText, losable, type Outbox, transaction } from '@numscope/adapters/sqlite';
import { phoneOf } from '@numscope/platform/packed-documents';
import { hasKey } from '@numscope/platform/packed-events';
import type { IndexWork } from '../index-work.ts';

/**
 * Work for the index, each row with the events that go out when it is done. Only phones are kept: documents are made
 * anew when read again.
 */
export class IndexWorkRows {
  readonly #db: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #insert;
  readonly #select;
  readonly #events;
  readonly #all;
  readonly #delete;

  constructor(db: DatabaseSync, outbox: Outbox) {
    this.#db = db;
    this.#outbox = outbox;
    this.#insert = db.prepare('INSERT INTO index_work (upserts, removals, events) VALUES (?, ?, ?)');
    this.#select = db.prepare('SELECT id, upserts, removals FROM index_work ORDER BY id LIMIT ?');
    this.#events = db.prepare('SELECT events FROM index_work WHERE id = ?');
    this.#all = db.prepare('SELECT events FROM index_work');
    this.#delete = db.prepare('DELETE FROM index_work WHERE id = ?');
  }

  /** Call it inside the transaction of the change. @param events as `packEvents` makes them */
  add(work: Pick<IndexWork, 'upserts' | 'removals'>, events: string): IndexWork {
    const phones = JSON.stringify(work.upserts.map(phoneOf));
    const { lastInsertRowid } = this.#insert.run(phones, JSON.stringify(work.removals), longText(events));
    return { id: Number(lastInsertRowid), events, ...work };
  }

  open(limit: number): Array<{ id: number; upserts: string[]; removals: string[] }> {
    return this.#select.all(limit).map((row) => ({
      id: Number(row['id']),
      upserts: JSON.parse(String(row['upserts'])) as string[],
      removals: JSON.parse(String(row['removals'])) as string[],
    }));
  }

  /** Whether an event of one of these keys is held back until its work is done. */
  holdsAny(keys: readonly string[]): boolean {
    const wanted = new Set(keys);
    for (const row of this.#all.iterate()) if (hasKey(column.longText(row, 'events'), wanted)) return true;
    return false;
  }

  /** Leaves the events to the outbox. Nothing happens for work that was finished before. */
  finish(id: number): void {
    transaction(this.#db, () => {
      const row = this.#events.get(id);
      if (!row) return;
      const events = column.longText(row, 'events');
      if (events !== '') this.#outbox.appendPacked(events);
      this.#delete.run(id);
    });
  }

  /** Forgets work that is done and told. What a power cut brings back is done and told once more. */
  forget(id: number): void {
    losable(this.#db, () => this.#delete.run(id));
  }
}
