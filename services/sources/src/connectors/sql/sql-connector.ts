import type { AskedNumber } from '../../domain/template.ts';
import type { Connector } from '../connector.port.ts';
import { pictureOfData } from '../http/photo-address.ts';
import { answersOfRows } from '../rows/answers-of-rows.ts';
import { phoneForms } from '../rows/phone-forms.ts';
import { RowCollector } from '../rows/row-collector.ts';
import { mappingProof } from '../rows/unmapped-rows.ts';
import { type Database, databaseOf } from './dialects.ts';
import type { SqlDatabase, SqlDatabaseOptions } from './sql-database.port.ts';
import type { SqlSource } from './sql-source.ts';

/** SQLite has one thread, which answers one by one. */
const mostConnections: Readonly<Record<Database, number>> = { postgresql: 10, mysql: 10, sqlite: 1 };

/** Each driver is loaded when a source needs it. */
const databases: Readonly<Record<Database, (options: SqlDatabaseOptions) => Promise<SqlDatabase>>> = {
  postgresql: async (options) => (await import('./postgresql.ts')).openPostgresql(options),
  mysql: async (options) => (await import('./mysql.ts')).openMysql(options),
  sqlite: async (options) => (await import('./sqlite.ts')).openSqlite(options),
};

/** A query of the operator's own database, a page of numbers at once. */
export async function createSqlConnector(config: SqlSource): Promise<Connector> {
  const { url, query, batchSize, limits, timeoutMs, region } = config;
  const proof = mappingProof(config, true);
  const formsOf = (number: AskedNumber): string[] => phoneForms(number, region);
  const kind = databaseOf(url);
  if (kind === null) throw new Error('no database of this kind is known');
  const most = mostConnections[kind];
  const connections = Math.min(limits.concurrency || most, most);
  const database = await databases[kind]({ url, query, connections, timeoutMs });

  return {
    batchSize,
    mostAtOnce: connections,
    start: async () => undefined,
    async ask(numbers, { watcher }) {
      const forms = numbers.flatMap(formsOf);
      watcher?.sent({ method: 'QUERY', url: kind, headers: {}, body: `${query}\n${JSON.stringify(forms)}` });
      const collector = new RowCollector(config);
      await database.rows(forms, collector);
      watcher?.received({ status: 200, headers: {}, text: JSON.stringify(collector.rows) });
      return answersOfRows(collector.rows, config, numbers, proof, formsOf);
    },
    fetchPhoto: async (reference) => pictureOfData(reference),
    close: () => database.close(),
  };
}
