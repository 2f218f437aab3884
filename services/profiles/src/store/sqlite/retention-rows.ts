import { column, type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import { limits } from '@numscope/contracts/limits';
import type { AtOnce } from './at-once.ts';
import { counted, nothingSet, type RetentionRecord, type RetentionStore } from '../retention.ts';

/** The one row of the retention, and how much is older. */
export function retentionRows(db: DatabaseSync) {
  const older = db.prepare(
    `SELECT count(*) AS n FROM (SELECT 1 FROM profiles WHERE oldest < ? LIMIT ${limits.exactSearchHits + 1})`,
  );
  const retention = (): RetentionRecord => {
    const row = db.prepare('SELECT record FROM retention').get();
    // Written by this store itself; a version before knew of no pictures.
    const kept = row ? (JSON.parse(column.text(row, 'record')) as Partial<RetentionRecord>) : {};
    return { ...nothingSet, ...kept };
  };
  const write = (record: RetentionRecord): void =>
    void db.prepare('INSERT OR REPLACE INTO retention VALUES (1, ?)').run(JSON.stringify(record));
  const calls: AtOnce<Omit<RetentionStore, 'retain' | 'removeForgotten'>> = {
    retention,
    saveRetention: (record) =>
      transaction(db, () => {
        if (retention().revision !== record.revision - 1) return false;
        write(record);
        return true;
      }),
    countOlder(before) {
      const undated = db.prepare('SELECT 1 FROM profiles WHERE oldest IS NULL LIMIT 1').get() !== undefined;
      return counted(column.number(older.get(before) ?? {}, 'n'), undated);
    },
  };
  /** Inside a transaction. */
  const addImages = (images: readonly string[]): void => {
    if (images.length === 0) return;
    const record = retention();
    write({ ...record, revision: record.revision + 1, images: [...record.images, ...images] });
  };
  return { calls, addImages };
}
