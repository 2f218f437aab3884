import { stat } from 'node:fs/promises';
import { isMissingFile, reasonOf } from '@numscope/platform';
import { openSqliteTable } from '../../store/sqlite-table/index.ts';
import { SourceFault } from '../connector.port.ts';
import { MOST_ROWS, tooManyRows } from '../rows/row-collector.ts';
import { pathOfSqlite, withFirstParameter } from './dialects.ts';
import type { SqlDatabase, SqlDatabaseOptions } from './sql-database.port.ts';
import { overTime } from './sql-fault.ts';

/** Bytes that one call may return, unread columns included: an operator's file may have pictures in each row. */
const MOST_BYTES = 64 * 1024 * 1024;

type Table = Awaited<ReturnType<typeof openSqliteTable>>;

/** Resolves to null when it takes longer. What is under way goes on: SQLite cannot be stopped from outside its thread. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T | null> => {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
};

/** A SQLite file of the operator's own, in a thread of its own. One that is put in its place is opened instead. */
export function openSqlite({ url, query, timeoutMs }: SqlDatabaseOptions): SqlDatabase {
  const path = pathOfSqlite(url);
  let open: { file: string; table: Promise<Table> } | undefined;

  const begin = (): Promise<Table> =>
    openSqliteTable({ path, query: withFirstParameter(query), timeoutMs, mostRows: MOST_ROWS, mostBytes: MOST_BYTES });

  const table = async (): Promise<Table> => {
    const { dev, ino } = await stat(path);
    const file = `${dev} ${ino}`;
    if (open?.file !== file) {
      void open?.table.then((former) => former.close()).catch(() => undefined);
      open = { file, table: begin() };
    }
    try {
      return await open.table;
    } catch (error) {
      open = undefined;
      throw error;
    }
  };

  return {
    async rows(forms, collector) {
      let rows: Awaited<ReturnType<Table['rows']>> | null;
      try {
        rows = await within(
          timeoutMs,
          table().then((opened) => opened.rows([...forms])),
        );
      } catch (error) {
        throw isMissingFile(error)
          ? new SourceFault('its file is not there', { kind: 'NETWORK', unwell: true })
          : new SourceFault(`cannot run its query: ${reasonOf(error).slice(0, 300)}`, { kind: 'MAPPING' });
      }
      if (rows === null || rows === 'time') throw overTime(timeoutMs);
      if (rows === 'rows') throw tooManyRows();
      for (const row of rows) collector.add(row);
    },
    async close() {
      await open?.table.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}
