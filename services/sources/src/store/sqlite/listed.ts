import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { ListedNumber } from '@numscope/contracts';
import { soughtBy } from '../../domain/listed-numbers.ts';
import type { ListedRequest, NewListed } from '../listed-store.port.ts';

export const listedNumber = (row: SqlRow): ListedNumber => ({
  entry: column.text(row, 'entry'),
  reason: column.text(row, 'reason'),
  by: column.text(row, 'by'),
  at: column.number(row, 'at'),
});

/** The rows of the do-not-look-up list. */
export class ListedRows {
  readonly #db: DatabaseSync;
  readonly #add: ReturnType<DatabaseSync['prepare']>;
  #revision = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#add = db.prepare(
      'INSERT OR IGNORE INTO listed_number (entry, reason, by, at, folded) VALUES (?, ?, ?, ?, ?)',
    );
  }

  add({ entries, reason, by, at }: NewListed): number {
    let added = 0;
    for (const entry of entries) added += Number(this.#add.run(entry, reason, by, at, reason.toLowerCase()).changes);
    this.#revision++;
    return added;
  }

  has(entry: string): boolean {
    return this.#db.prepare('SELECT 1 FROM listed_number WHERE entry = ?').get(entry) !== undefined;
  }

  remove(entry: string): void {
    this.#db.prepare('DELETE FROM listed_number WHERE entry = ?').run(entry);
    this.#revision++;
  }

  of({ text, offset, limit }: ListedRequest): { entries: ListedNumber[]; total: number } {
    const sought = soughtBy(text);
    const [where, values] =
      'reason' in sought
        ? ["instr(folded, ?) > 0 OR ? = ''", [sought.reason, sought.reason]]
        : [
            '(entry >= ? AND entry < ?) OR entry IN (SELECT value FROM json_each(?))',
            [sought.from, sought.to, JSON.stringify(sought.holding)],
          ];
    const rows = this.#db
      .prepare(`SELECT * FROM listed_number WHERE ${where} ORDER BY entry LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
    const counted = this.#db.prepare(`SELECT COUNT(*) AS total FROM listed_number WHERE ${where}`).get(...values);
    return { entries: rows.map(listedNumber), total: column.number(counted ?? {}, 'total') };
  }

  after(entry: string, limit: number): string[] {
    return this.#db
      .prepare('SELECT entry FROM listed_number WHERE entry > ? ORDER BY entry LIMIT ?')
      .all(entry, limit)
      .map((row) => column.text(row, 'entry'));
  }

  count(): number {
    return column.number(this.#db.prepare('SELECT COUNT(*) AS total FROM listed_number').get() ?? {}, 'total');
  }

  revision(): string {
    return String(this.#revision);
  }
}
