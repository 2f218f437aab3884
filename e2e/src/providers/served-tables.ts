import {
  type DatabaseServer,
  mariadbProgram,
  postgresqlPrograms,
  startMariadb,
  startPostgresql,
} from '@numscope/testing/database-servers';

/** Tables and an index of the operator's own that real servers hold, in an order that callers may rely on. */
export interface ServedTables {
  /** How each is bound: lines of the sources file. */
  sources: Array<[kind: string, lines: string[]]>;
  env: Record<string, string>;
  close(): Promise<void>;
}

type MailOf = (kind: string, phone: string) => string;

/** MariaDB reads no longer statements than 20,000 bytes before it is up. */
const ROWS_AT_ONCE = 100;

function peopleTable(kind: string, phones: readonly string[], mailOf: MailOf): string[] {
  const rows = phones.map((phone) => `('${phone}', '${mailOf(kind, phone)}')`);
  const statements = ['CREATE TABLE people (tel VARCHAR(40) PRIMARY KEY, mail VARCHAR(100));'];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    statements.push(`INSERT INTO people VALUES ${rows.slice(from, from + ROWS_AT_ONCE).join(', ')};`);
  return statements;
}

const database = (url: string, list: string): string[] => [
  'connector: sql',
  `url: "\${env:${url}}"`,
  `query: "select tel, mail from people where tel ${list}"`,
  'phone: tel',
  'map: { emails: mail }',
  'batchSize: 50',
];

/** @throws Error what Elasticsearch answered, when it did not take them */
async function fillIndex(index: string, phones: readonly string[], mailOf: MailOf): Promise<void> {
  const send = async (path: string, method: string, body: string, type = 'application/json'): Promise<void> => {
    const answer = await fetch(`${index}${path}`, { method, body, headers: { 'content-type': type } });
    const told = await answer.text();
    if (!answer.ok || told.includes('"errors":true')) throw new Error(told.slice(0, 1000));
  };
  const keyword = { type: 'keyword' };
  await send('', 'PUT', JSON.stringify({ mappings: { properties: { tel: keyword, mail: keyword } } }));
  const lines = phones.flatMap((phone) => [{ index: {} }, { tel: phone, mail: mailOf('INDEX', phone) }]);
  const documents = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await send('/_bulk?refresh=true', 'POST', documents, 'application/x-ndjson');
}

/**
 * Starts PostgreSQL and MariaDB in folders of their own, and fills them, and an index of the suite's Elasticsearch, with
 * a mail of each phone. What is not on this machine is left out, but not in CI.
 * @param name of the index
 */
export async function serveTables(name: string, phones: readonly string[], mailOf: MailOf): Promise<ServedTables> {
  const needed = process.env['CI'] !== undefined;
  const elasticsearch = process.env['TEST_ELASTICSEARCH_URL'];
  const index = elasticsearch === undefined ? undefined : `${elasticsearch}/${name}`;
  const [postgresql, mariadb] = await Promise.all([
    postgresqlPrograms !== null || needed ? startPostgresql(peopleTable('POSTGRESQL', phones, mailOf)) : undefined,
    mariadbProgram !== null || needed ? startMariadb(peopleTable('MARIADB', phones, mailOf)) : undefined,
    index === undefined ? undefined : fillIndex(index, phones, mailOf),
  ]);
  const sources: ServedTables['sources'] = [];
  const env: Record<string, string> = {};
  if (postgresql) {
    sources.push(['POSTGRESQL', database('POSTGRESQL_URL', '= any($1)')]);
    env['POSTGRESQL_URL'] = `postgresql://postgres:secret@127.0.0.1:${postgresql.port}/postgres`;
  }
  if (mariadb) {
    sources.push(['MARIADB', database('MARIADB_URL', 'in (?)')]);
    env['MARIADB_URL'] = `mariadb://crm:secret@127.0.0.1:${mariadb.port}/crm`;
  }
  if (elasticsearch !== undefined) {
    const lines = ['connector: elasticsearch', `url: "${elasticsearch}"`, `index: ${name}`];
    sources.push(['INDEX', [...lines, 'phone: tel', 'map: { emails: mail }', 'batchSize: 50']]);
  }
  const stop = (server: DatabaseServer | undefined): Promise<void> | undefined => server?.stop();
  return {
    sources,
    env,
    close: async () =>
      void (await Promise.all([stop(postgresql), stop(mariadb), index && fetch(index, { method: 'DELETE' })])),
  };
}
