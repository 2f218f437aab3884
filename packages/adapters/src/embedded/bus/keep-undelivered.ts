import { openDatabase } from '../../sqlite/index.ts';
import { busMigrations } from './bus-schema.ts';

/**
 * Takes what some group has not handled yet for as young as now, in the log of a bus that nobody has open: while it lay
 * in a backup nobody could handle it, and the bus drops what is older than its retention. The log gets another name, for
 * other events will stand at the places behind its end.
 */
export function keepUndelivered(path: string, now: number): void {
  const db = openDatabase({ path, migrations: busMigrations });
  try {
    db.prepare(
      `UPDATE chunks SET at = ? WHERE at < ? AND last >= (SELECT min(next) FROM offsets WHERE offsets.stream = chunks.stream)`,
    ).run(now, now);
    db.exec('UPDATE log SET name = lower(hex(randomblob(6)))');
  } finally {
    db.close();
  }
}
