import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { limits } from '@numscope/contracts/limits';
import type { AuditQuery, AuditSortField } from '../../domain/audit-filter.ts';
import type { AuditHits } from '../audit-store.port.ts';
import { entryOf, shownColumns } from './audit-rows.ts';
import { textCandidates } from './text-candidates.ts';
import { hasText } from '../audit-text.ts';

const columnOf: Readonly<Record<AuditSortField, string>> = {
  createdTimestamp: 'created_at',
  actionType: 'action_type',
  username: 'username',
  ip: 'ip',
  details: 'details',
  outcome: 'outcome',
};

/** Entries that are read in some 20 ms. */
const FEW = 10_000;
const FAR_FEWER = 4;

type Value = string | number;
interface Where {
  sql: string[];
  values: Value[];
}

/** The filters that the indexes answer without reading an entry. */
function indexedFilters(query: AuditQuery): Where {
  const where: Where = { sql: [], values: [] };
  const add = (sql: string, ...values: Value[]): void => {
    where.sql.push(sql);
    where.values.push(...values);
  };
  if (query.actionTypes) add(`action_type IN (${query.actionTypes.map(() => '?').join(', ')})`, ...query.actionTypes);
  if (query.userId !== null) add('user_id = ?', query.userId);
  if (query.username !== null) add('username = ?', query.username);
  if (query.ip !== null) add('ip = ?', query.ip);
  if (query.outcome !== null) add('outcome = ?', query.outcome);
  if (query.from !== null) add('created_at >= ?', query.from);
  if (query.to !== null) add('created_at <= ?', query.to);
  return where;
}

/** Searches entries in the reader's thread. */
export function auditSearch(db: DatabaseSync): (query: AuditQuery, offset: number, limit: number) => AuditHits {
  db.function('has_text', { deterministic: true, directOnly: true }, (details, args, text) =>
    hasText(String(details), String(args), String(text)) ? 1 : 0,
  );
  const candidatesOf = textCandidates(db, FEW);
  const count = (from: string, where: Where, limit: number): number => {
    const condition = where.sql.length > 0 ? `WHERE ${where.sql.join(' AND ')}` : '';
    const bounded =
      limit === Infinity
        ? `SELECT count(*) AS n ${from} ${condition}`
        : `SELECT count(*) AS n FROM (SELECT 1 ${from} ${condition} LIMIT ${limit})`;
    return column.number(db.prepare(bounded).get(...where.values) ?? {}, 'n');
  };

  /**
   * By the trigrams where they leave few entries, or far fewer than the other filters. Else along the index of the
   * order: a common text is found after a few entries, and all that is found need not be put in order first.
   */
  const plan = (query: AuditQuery, filters: Where): { from: string; where: Where } => {
    if (query.text === null) return { from: 'FROM entry', where: filters };
    const text = query.text.toLowerCase();
    const where: Where = { sql: [...filters.sql, 'has_text(details, args, ?)'], values: [...filters.values, text] };
    const candidates = candidatesOf(text);
    const byText =
      candidates &&
      (candidates.atMost <= FEW || candidates.atMost * FAR_FEWER < count('FROM entry', filters, Infinity));
    if (!byText) return { from: 'FROM entry', where };
    return {
      from: 'FROM entry_text CROSS JOIN entry ON entry.seq = entry_text.rowid',
      where: { sql: ['entry_text MATCH ?', ...where.sql], values: [candidates.match, ...where.values] },
    };
  };

  return (query, offset, limit) => {
    const { from, where } = plan(query, indexedFilters(query));
    const bound = query.text === null ? Infinity : limits.exactSearchHits;
    const total = count(from, where, bound === Infinity ? Infinity : bound + 1);
    const { field, direction } = query.sort;
    const order = [...new Set([columnOf[field], 'created_at', 'seq'])]
      .map((name) => `entry.${name} ${direction}`)
      .join(', ');
    const condition = where.sql.length > 0 ? `WHERE ${where.sql.join(' AND ')}` : '';
    const rows = db
      .prepare(`SELECT ${shownColumns} ${from} ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...where.values, limit, offset);
    return {
      entries: rows.map(entryOf),
      total: Math.min(total, bound),
      totalIsLowerBound: total > bound,
    };
  };
}
