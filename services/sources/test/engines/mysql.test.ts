import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { type DatabaseServer, mariadbProgram, startMariadb } from '@numscope/testing/database-servers';
import { start } from '../support/each-test.ts';
import { mysqlCases } from '../support/mysql-cases.ts';
import { PHONE } from '../support/sources-under-test.ts';
import { testAuthority } from '../support/test-certificates.ts';

/** Where the server is not installed nothing is tested, and in CI that is a failure. */
const where = mariadbProgram === null && !process.env['CI'] ? describe.skip : describe;

where('on the real MariaDB', () => {
  const folder = tempDir();
  const authority = join(folder.path, 'ca.pem');
  let server: DatabaseServer;
  beforeAll(async () => {
    const authorityOfTest = testAuthority('Authority of the test');
    const { cert, key } = authorityOfTest.certify('localhost', { ofServer: true });
    // The server runs as somebody else.
    chmodSync(folder.path, 0o755);
    for (const [name, text] of Object.entries({ 'ca.pem': authorityOfTest.cert, 'cert.pem': cert, 'key.pem': key }))
      writeFileSync(join(folder.path, name), text, { mode: 0o644 });
    server = await startMariadb(
      ["CREATE USER boss@'%' IDENTIFIED BY 'secret';", "GRANT ALL ON *.* TO boss@'%' WITH GRANT OPTION;"],
      [`--ssl-ca=${authority}`, `--ssl-cert=${folder.path}/cert.pem`, `--ssl-key=${folder.path}/key.pem`],
    );
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  // Within: what they clean up is done before the server ends.
  describe('asked', () => {
    mysqlCases('MariaDB', {
      url: () => `mysql://boss:secret@127.0.0.1:${server.port}`,
      authority,
      inTheOpen: 'refuses its user',
      isOfLocalhost: true,
      ended: 'Max_statement_time_exceeded',
    });
  });
});

where('a MariaDB that is killed', () => {
  it('cannot be reached while it is gone', async () => {
    const server = await startMariadb(['CREATE TABLE people (tel VARCHAR(40));']);
    const sources = await start({
      yaml: `sources:\n  CRM: { connector: sql, retries: 0, phone: tel, map: { names: tel }, url: "\${env:CRM_URL}", query: "select tel from people where tel in (?)" }`,
      env: { CRM_URL: `mariadb://crm:secret@127.0.0.1:${server.port}/crm` },
    });
    const told = async (phone: string): Promise<unknown> => (await sources.lookUp([phone]))[0]?.sources.at(-1);
    expect(await told(PHONE)).toMatchObject({ status: 'NOT_FOUND' });
    await server.stop();
    expect(await told('+998901234561')).toMatchObject({
      status: 'FAILED',
      message: 'cannot be reached (ECONNREFUSED)',
    });
  });
});

// No package of the distribution that CI runs on: asked where an address of one that may be written to is given.
const { TEST_MYSQL_URL: url, TEST_MYSQL_CA: authority = '' } = process.env;
if (url !== undefined)
  describe('on the real MySQL', () => {
    mysqlCases('MySQL', {
      url: () => url,
      authority,
      inTheOpen: 'takes no connection that is not encrypted: its URL needs ssl-mode',
      isOfLocalhost: false,
      ended: 'Max_execution_time_exceeded',
    });
  });
