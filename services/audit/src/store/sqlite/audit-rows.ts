import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { AuditEntry } from '@numscope/contracts';
import { MOST_TIME_MS } from '@numscope/contracts/times';
import type { ChainRow } from '../../domain/chain-link.ts';
import { LOADED_CHARACTERS, shownEntry } from '../audit-shown.ts';

const plainColumns = `entry.id, entry.action_type AS actionType, entry.created_at AS createdTimestamp, entry.username, entry.ip,
  entry.details, entry.outcome`;

/** The columns of an entry under the names that the chain knows them by. */
export const rowColumns = `entry.seq, ${plainColumns}, entry.user_id AS userId, entry.args, entry.hash`;

/** The same in a file that was made before users were told by their ids and is only looked at. */
export function rowColumnsIn(db: DatabaseSync): string {
  const hasIds = db.prepare(`SELECT 1 FROM pragma_table_info('entry') WHERE name = 'user_id'`).get() !== undefined;
  return hasIds ? rowColumns : rowColumns.replace('entry.user_id', 'NULL');
}

/**
 * The columns of an entry that is shown. Arguments of before they were bounded stay where they are, and so does a time
 * that is none.
 */
export const shownColumns = `${plainColumns.replace('entry.created_at', `CASE WHEN entry.created_at BETWEEN -${MOST_TIME_MS} AND ${MOST_TIME_MS} THEN entry.created_at END`)}, CASE WHEN octet_length(entry.args) <= ${LOADED_CHARACTERS} THEN entry.args END AS args`;

/** Whole numbers may be any that SQLite holds, so that one out of range is a fault of the chain and not a crash. */
export function whole(row: SqlRow, name: string): number {
  const value = row[name];
  return typeof value === 'bigint' ? Number(value) : column.number(row, name);
}

/** An entry as the chain reads it. */
export const chainRow = (row: SqlRow): ChainRow => ({
  ...(row['userId'] === null ? {} : { userId: column.text(row, 'userId') }),
  seq: whole(row, 'seq'),
  id: column.text(row, 'id'),
  actionType: column.text(row, 'actionType'),
  createdTimestamp: whole(row, 'createdTimestamp'),
  username: column.text(row, 'username'),
  ip: column.text(row, 'ip'),
  details: column.text(row, 'details'),
  args: column.text(row, 'args'),
  outcome: column.text(row, 'outcome'),
  hash: column.text(row, 'hash'),
});

/** An entry as it is shown. */
export const entryOf = (row: SqlRow): AuditEntry => shownEntry(row, row['args']);
