import { column } from '@numscope/adapters/sqlite';
import type { AuditEntry } from '@numscope/contracts';
import { auditTypes } from '@numscope/contracts/lists';
import type { ChainRow } from '../domain/chain-link.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns of an entry under the names that the chain knows them by. */
export const rowColumns = `entry.seq, entry.id, entry.action_type AS actionType, entry.created_at AS createdTimestamp, entry.username, entry.ip,
  entry.details, entry.args, entry.outcome, entry.hash`;

/** Whole numbers may be any that SQLite holds, so that one out of range is a fault of the chain and not a crash. */
export function whole(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'bigint' ? Number(value) : column.number(row, name);
}

/** An entry as the chain reads it. */
export const chainRow = (row: Row): ChainRow => ({
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

/** An entry as it is shown. Throws when the row is not one that was ever written. */
export function entryOf(row: Row): AuditEntry {
  const { id, createdTimestamp, username, ip, details, args, outcome } = chainRow(row);
  const actionType = column.oneOf(row, 'actionType', auditTypes);
  return { id, actionType, createdTimestamp, username, ip, details, args: JSON.parse(args) as AuditEntry['args'], outcome };
}
