import { createPool, type PoolConnection } from 'mysql2';
import type { RowCollector } from '../rows/row-collector.ts';
import { withMarks } from './dialects.ts';
import { mysqlAddress } from './mysql-address.ts';
import type { SqlDatabase, SqlDatabaseOptions } from './sql-database.port.ts';
import { overTime, sqlFault } from './sql-fault.ts';

const GRACE_MS = 500;
/** Prepared statements that a connection keeps. */
const STATEMENTS = 32;

/** As many as a power of two: statements are prepared for few lengths of the list. The last is told again. */
function evened(forms: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, forms.length)));
  return Array.from({ length }, (_, index) => forms[Math.min(index, forms.length - 1)] ?? '');
}

const run = (connection: PoolConnection, sql: string): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });

/** MySQL and MariaDB. */
export function openMysql({ url, query, connections, timeoutMs }: SqlDatabaseOptions): SqlDatabase {
  const pool = createPool({
    ...mysqlAddress(url),
    connectionLimit: connections,
    connectTimeout: timeoutMs,
    maxPreparedStatements: STATEMENTS,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  // An idle connection that breaks is replaced. An error that it emits afterwards, unheard, would end the process.
  pool.on('connection', (connection) => connection.on('error', () => undefined));
  const connect = (): Promise<PoolConnection> =>
    new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  // Each runs the part that is written for it: MySQL counts in milliseconds, MariaDB in seconds.
  const begin = [
    `SET SESSION /*!50708 max_execution_time = ${timeoutMs} */ /*M!100101 max_statement_time = ${timeoutMs / 1000} */`,
    'START TRANSACTION READ ONLY',
  ];

  const read = async (connection: PoolConnection, forms: readonly string[], to: RowCollector): Promise<void> => {
    for (const statement of begin) await run(connection, statement);
    const asked = withMarks(query, evened(forms));
    const rows: AsyncIterable<object> = connection.execute(asked.query, asked.values).stream();
    for await (const row of rows) to.add(row);
    await run(connection, 'COMMIT');
  };

  return {
    async rows(forms, collector) {
      const connection = await connect().catch((error: unknown) => {
        throw sqlFault(error, timeoutMs);
      });
      // The driver tells who reads rows neither that the connection is lost nor that it was destroyed: it would be read from for ever.
      const { promise: isLost, reject: lose } = Promise.withResolvers<never>();
      connection.on('error', lose);
      const timer = setTimeout(() => lose(overTime(timeoutMs)), timeoutMs + GRACE_MS);
      try {
        await Promise.race([read(connection, forms, collector), isLost]);
        connection.off('error', lose);
        connection.release();
      } catch (error) {
        connection.destroy();
        throw sqlFault(error, timeoutMs);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => new Promise((resolve) => pool.end(() => resolve())),
  };
}
