import { column, type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { CountOfOld } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { counted, nothingSet, type RetentionRecord } from '../retention.ts';

/** The one row of the retention, and how much is older. */
export class RetentionRows {
  readonly #db: DatabaseSync;
  readonly #count;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#count = db.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM profiles WHERE oldest < ? LIMIT ${limits.exactSearchHits + 1})`,
    );
  }

  readonly retention = (): RetentionRecord => {
    const row = this.#db.prepare('SELECT record FROM retention').get();
    // Written by this store itself; a version before knew of no pictures.
    const kept = row ? (JSON.parse(column.text(row, 'record')) as Partial<RetentionRecord>) : {};
    return { ...nothingSet, ...kept };
  };

  readonly saveRetention = (record: RetentionRecord): boolean =>
    transaction(this.#db, () => {
      if (this.retention().revision !== record.revision - 1) return false;
      this.#write(record);
      return true;
    });

  /** Inside a transaction. */
  addImages(images: readonly string[]): void {
    if (images.length === 0) return;
    const record = this.retention();
    this.#write({ ...record, revision: record.revision + 1, images: [...record.images, ...images] });
  }

  readonly countOlder = (before: number): CountOfOld => {
    const undated = this.#db.prepare('SELECT 1 FROM profiles WHERE oldest IS NULL LIMIT 1').get() !== undefined;
    return counted(column.number(this.#count.get(before) ?? {}, 'n'), undated);
  };

  #write(record: RetentionRecord): void {
    this.#db.prepare('INSERT OR REPLACE INTO retention VALUES (1, ?)').run(JSON.stringify(record));
  }
}
