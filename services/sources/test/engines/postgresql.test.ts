import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseServer, postgresqlPrograms, startPostgresql } from '@numscope/testing/database-servers';
import { Pool as PostgresqlPool } from 'pg';
import { start } from '../support/each-test.ts';
import { PHONE } from '../support/sources-under-test.ts';
import { sqlCases } from '../support/sql-cases.ts';

/** Where a server is not installed nothing is tested, and in CI that is a failure. */
const where = (program: string | null) => (program === null && !process.env['CI'] ? describe.skip : describe);

where(postgresqlPrograms)('on the real PostgreSQL', () => {
  let server: DatabaseServer;
  let owner: PostgresqlPool;
  const url = (user = 'postgres:secret'): string => `postgresql://${user}@127.0.0.1:${server.port}/postgres`;
  beforeAll(async () => {
    server = await startPostgresql();
    owner = new PostgresqlPool({ connectionString: url() });
    owner.on('error', () => undefined);
  });
  afterAll(async () => {
    await owner.end();
    await server.stop();
  });

  sqlCases('PostgreSQL', {
    url,
    async run(statements) {
      for (const statement of statements) await owner.query(statement);
    },
    list: '= any($1)',
    bytes: { type: 'BYTEA', literal: (hex) => `'\\x${hex}'::bytea` },
    slow: `select pg_sleep(30), 'x' as tel, 'x' as name, 'x' as mail, 'x' as born where '1' <> all($1)`,
    async slowOnes(seconds) {
      const asked = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1`;
      return (await owner.query(asked, [`select pg_sleep(${seconds})%`])).rowCount ?? 0;
    },
  });

  it('may only be read, whatever its query calls', async () => {
    await owner.query('CREATE TABLE IF NOT EXISTS kept (tel text)');
    await owner.query(
      `CREATE OR REPLACE FUNCTION keep() RETURNS text LANGUAGE sql AS $$ INSERT INTO kept VALUES ('x') RETURNING tel $$`,
    );
    const sources = await crm('select keep() as phone where $1::text[] is not null', url());
    const [one] = await sources.lookUp([PHONE]);
    expect(one?.sources.at(-1)).toMatchObject({ message: 'may only be read, and its query writes' });
    expect((await owner.query('SELECT 1 FROM kept')).rowCount).toBe(0);
  });

  it('that refuses the password says so, and never tells it', async () => {
    const sources = await crm('select tel as phone from people where tel = any($1)', url('postgres:wrong-word'));
    const [one] = await sources.lookUp([PHONE]);
    expect(one?.sources.at(-1)).toMatchObject({ status: 'FAILED', message: 'refuses its user' });
    expect(
      JSON.stringify(await sources.admin.inject({ method: 'GET', url: '/api/source/CRM' }).then(({ body }) => body)),
    ).not.toContain('wrong-word');
  });
});

const crm = (query: string, url: string) =>
  start({
    yaml: `sources:\n  CRM: { connector: sql, retries: 0, url: "\${env:CRM_URL}", query: ${JSON.stringify(query)} }`,
    env: { CRM_URL: url },
  });
