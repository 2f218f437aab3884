import type { DatabaseSync } from 'node:sqlite';
import { column, type SqlRow } from '../sqlite/row.ts';
import type { Carried, Carrying, Cursor } from './carrying.ts';

const PAGE_ROWS = 500;

interface Table {
  entity: string;
  db: DatabaseSync;
  table: string;
  /** The column that names a row; all rows that share its value become one document, or some, together. */
  key: string;
  /** What orders the rows that share a key. */
  order?: string;
  into: string;
  countIn?: Carrying['countIn'];
}

type Document = Carried['document'];

/** A table with one row for each key. */
export interface TableRows extends Table {
  document(row: SqlRow): Document;
}

/** A table where several rows may share a key. */
interface GroupedRows extends Table {
  /** What the rows of one key become. */
  document(rows: readonly SqlRow[]): Document | Document[];
}

const cursorOf = (value: unknown): Cursor => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`a key is neither a text nor a number: ${typeof value}`);
};

/** How many rows a table has. */
const rowCount = (db: DatabaseSync, table: string): number =>
  column.number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() ?? {}, 'rows');

/** A table in order of a key. Reads some hundred keys at a time. */
export function groupedRows({ entity, db, table, key, order, into, document, countIn }: GroupedRows): Carrying {
  const first = db.prepare(`SELECT DISTINCT ${key} AS key FROM ${table} ORDER BY key LIMIT ${PAGE_ROWS}`);
  const next = db.prepare(
    `SELECT DISTINCT ${key} AS key FROM ${table} WHERE ${key} > ? ORDER BY key LIMIT ${PAGE_ROWS}`,
  );
  const rows = db.prepare(`SELECT * FROM ${table} WHERE ${key} = ?${order === undefined ? '' : ` ORDER BY ${order}`}`);
  return {
    entity,
    total: () => rowCount(db, table),
    *steps(after) {
      for (let last = after; ;) {
        const keys = (last === null ? first.all() : next.all(last)).map((row) => cursorOf(row['key']));
        for (const cursor of keys)
          yield { cursor, documents: [document(rows.all(cursor))].flat().map((each) => ({ into, document: each })) };
        last = keys.at(-1) ?? null;
        if (last === null || keys.length < PAGE_ROWS) return;
      }
    },
    ...(countIn ? { countIn } : {}),
  };
}

/** A table with one row a key, in order of it. */
export const tableRows = ({ document, ...table }: TableRows): Carrying =>
  groupedRows({
    ...table,
    document(rows) {
      const [row] = rows;
      if (!row || rows.length > 1) throw new Error(`${rows.length} rows share a key that names one`);
      return document(row);
    },
  });

/** The marks of erased numbers, which services keep in the same table. */
export const erasedRows = (db: DatabaseSync): Carrying =>
  tableRows({
    entity: 'marks of erased numbers',
    db,
    table: 'erased',
    key: 'digest',
    into: 'erased',
    document: (row) => ({ _id: column.text(row, 'digest'), at: column.number(row, 'at') }),
  });
