import { type CustomTypesConfig, Pool, type PoolClient, types as usual } from 'pg';
import Cursor from 'pg-cursor';
import type { RowCollector } from '../rows/row-collector.ts';
import type { SqlDatabase, SqlDatabaseOptions } from './sql-database.port.ts';
import { overTime, sqlFault } from './sql-fault.ts';

/** Rows fetched at a time: no more than these are in memory before they are counted. */
const PIECE = 100;
/** The server ends a query that takes too long; a server that does not answer at all is left after this. */
const GRACE_MS = 500;
const { TIMESTAMP, TIMESTAMPTZ, DATE } = usual.builtins;
const asText: ReadonlySet<number> = new Set([TIMESTAMP, TIMESTAMPTZ, DATE]);

/** As usual, but times as the database writes them: a date has no time zone. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    asText.has(oid) ? String : usual.getTypeParser(oid, format),
};

/** PostgreSQL, and whatever speaks its protocol. */
export function openPostgresql({ url, query, connections, timeoutMs }: SqlDatabaseOptions): SqlDatabase {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    idleTimeoutMillis: 30_000,
    application_name: 'numscope',
  });
  // An idle connection that breaks is replaced; one in use rejects its query. What either emits besides, unheard, would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const read = async (client: PoolClient, forms: readonly string[], collector: RowCollector): Promise<void> => {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}`);
    const cursor = client.query(new Cursor<object>(query, [forms], { types }));
    for (;;) {
      const rows = await cursor.read(PIECE);
      for (const row of rows) collector.add(row);
      if (rows.length < PIECE) break;
    }
    await cursor.close();
    await client.query('COMMIT');
  };

  return {
    async rows(forms, collector) {
      const client = await pool.connect().catch((error: unknown) => {
        throw sqlFault(error, timeoutMs);
      });
      let isOver = false;
      const release = (broken: boolean): void => {
        if (!isOver) client.release(broken);
        isOver = true;
      };
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        release(true);
      }, timeoutMs + GRACE_MS);
      try {
        await read(client, forms, collector);
        release(false);
      } catch (error) {
        // The connection goes with its transaction: whatever state it is in, nobody meets it again.
        release(true);
        throw isLate ? overTime(timeoutMs) : sqlFault(error, timeoutMs);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => pool.end(),
  };
}
