import type { OutgoingEvent } from '@numscope/platform';
import { hasKey, packEvents, unpackEvents } from '@numscope/platform/packed-events';
import type { DatabaseSync } from 'node:sqlite';
import { losable } from './database.ts';
import { longText } from './long-text.ts';
import { column } from './row.ts';

const HANDOVER_CHARS = 1_000_000;

/** A migration of each service that sends events. One row holds the events of one commit. */
export const outboxSchema = `CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, events TEXT NOT NULL)`;

/** As a LIMIT (sqlite.org/lang_select.html#limitoffset). */
const ALL = -1;

/** The outbox of one database: written inside the service's own transactions, read by the relay. */
export class Outbox {
  readonly #db: DatabaseSync;
  readonly #insert;
  readonly #select;
  readonly #delete;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare('INSERT INTO outbox (events) VALUES (?)');
    this.#select = db.prepare('SELECT id, events FROM outbox ORDER BY id LIMIT ?');
    this.#delete = db.prepare('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))');
  }

  /** Call it inside the transaction that changes the state. */
  append(events: readonly OutgoingEvent[]): void {
    if (events.length > 0) this.appendPacked(packEvents(events));
  }

  /** As `append`, of events that came packed. @returns the commit's id */
  appendPacked(events: string): number {
    return Number(this.#insert.run(longText(events)).lastInsertRowid);
  }

  /**
   * The oldest commits' events: at most `limit` commits, and no more than about a megabyte, so that handing them over
   * is quick.
   */
  pendingEvents(limit: number): Array<{ id: number; events: OutgoingEvent[] }> {
    const pending: Array<{ id: number; events: OutgoingEvent[] }> = [];
    let chars = 0;
    for (const row of this.#select.iterate(limit)) {
      const text = column.longText(row, 'events');
      pending.push({ id: column.number(row, 'id'), events: unpackEvents(text) });
      chars += text.length;
      if (chars >= HANDOVER_CHARS) break;
    }
    return pending;
  }

  /** Whether an event of one of these keys waits, however many do. */
  holdsAny(keys: readonly string[]): boolean {
    const wanted = new Set(keys);
    for (const row of this.#select.iterate(ALL)) if (hasKey(column.longText(row, 'events'), wanted)) return true;
    return false;
  }

  /** What a power cut brings back is sent once more, with the same ids. */
  clearEvents(ids: readonly number[]): void {
    losable(this.#db, () => this.#delete.run(JSON.stringify(ids)));
  }
}
