import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SettingsError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { phoneForms, phoneIn } from '../src/connectors/rows/phone-forms.ts';
import { createSqlConnector } from '../src/connectors/sql/sql-connector.ts';
import { SqlSource } from '../src/connectors/sql/sql-source.ts';
import { withMarks } from '../src/connectors/sql/dialects.ts';
import { start } from './support/each-test.ts';
import { httpYaml, officeAnswers } from './support/office.ts';
import { PHONE, phones } from './support/sources-under-test.ts';
import { sqlCases } from './support/sql-cases.ts';

const folder = tempDir();
const file = join(folder.path, 'crm.sqlite');
afterAll(() => folder.remove());

sqlCases('a SQLite file', {
  url: () => `sqlite:${file}`,
  async run(statements) {
    const db = new DatabaseSync(file);
    for (const statement of statements) db.exec(statement);
    db.close();
  },
  list: 'in (select value from json_each(?))',
  bytes: { type: 'BLOB', literal: (hex) => `x'${hex}'` },
  slow: null,
});

it('of a SQLite file takes no more bytes than fit into memory, also of columns that nobody reads', async () => {
  const large = `sqlite:${join(folder.path, 'large.sqlite')}`;
  const db = new DatabaseSync(join(folder.path, 'large.sqlite'));
  db.exec('CREATE TABLE person (phone TEXT, city TEXT, scan BLOB)');
  const insert = db.prepare('INSERT INTO person VALUES (?, ?, zeroblob(?))');
  const [some, more] = phones(2);
  for (const [phone, times] of [
    [some ?? '', 3],
    [more ?? '', 4],
  ] as const)
    for (let place = 0; place < times; place++) insert.run(phone, 'Tashkent', 20 * 1024 * 1024);
  db.close();
  const sources = await start({
    yaml: httpYaml([]).replace(
      'connector: http',
      `connector: sql\n    url: "\${env:URL}"\n    batchSize: 1\n    query: "select * from person where phone in (select value from json_each(?))"\n    map: { city: city }`,
    ),
    env: { URL: large },
  });
  const told = (await officeAnswers(sources, phones(2))).map(({ status, message }) => [status, message]);
  expect(told).toEqual([
    ['FOUND', undefined],
    ['FAILED', 'gave more rows than are taken in one call: ask for fewer numbers at once (batchSize)'],
  ]);
});

it('of a SQLite file is asked as often at once as it answers: none loses its time to those before it', async () => {
  const db = new DatabaseSync(join(folder.path, 'slow.sqlite'));
  db.exec("CREATE TABLE person (phone TEXT, city TEXT); INSERT INTO person VALUES ('+998900000000', 'Tashkent')");
  db.close();
  const counting =
    '(with recursive c(n) as (select 1 union all select n + 1 from c where n < 800000) select count(*) from c)';
  const sources = await start({
    yaml: httpYaml([]).replace(
      'connector: http',
      `connector: sql\n    url: "\${env:URL}"\n    batchSize: 1\n    retries: 0\n    timeoutMs: 3000\n    query: "select * from person where phone in (select value from json_each(?)) or ${counting} = 0"\n    map: { city: city }`,
    ),
    env: { URL: `sqlite:${join(folder.path, 'slow.sqlite')}` },
  });
  // One after the other they take longer than one of them may, each a small part of that: also where other work takes most of the processor.
  const answers = await officeAnswers(sources, phones(60));
  expect(answers.filter(({ status }) => status === 'FAILED')).toEqual([]);
});

it.each([
  ['postgresql://me@127.0.0.1/crm', '= any($1)', 32, 10],
  ['mysql://me@127.0.0.1/crm', 'in (?)', 0, 10],
  ['mysql://me@127.0.0.1/crm', 'in (?)', 4, 4],
  ['sqlite:/crm.sqlite', 'in (select value from json_each(?))', 32, 1],
])('a database at %s makes no more calls at once than it has connections', async (url, list, concurrency, most) => {
  const query = `select * from people where phone ${list}`;
  const config = SqlSource.parse({ connector: 'sql', url, query, limits: { concurrency } });
  const connector = await createSqlConnector(config);
  expect(connector.mostAtOnce).toBe(most);
  await connector.close();
});

// PostgreSQL itself, compiled to WebAssembly: runs wherever Node.js does.
let pglite: PGlite;
let server: PGLiteSocketServer;
beforeAll(async () => {
  pglite = await PGlite.create();
  server = new PGLiteSocketServer({ db: pglite, port: 0, host: '127.0.0.1', maxConnections: 20 });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await pglite.close();
});

const addressOfPglite = (): string =>
  `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`;
sqlCases('PostgreSQL', {
  url: addressOfPglite,
  async run(statements) {
    // It has one session for all connections: what a broken one left open is still there.
    for (const statement of ['ROLLBACK', ...statements]) await pglite.exec(statement);
  },
  list: '= any($1)',
  bytes: { type: 'BYTEA', literal: (hex) => `'\\x${hex}'::bytea` },
  slow: null,
});

it('answers by a row of PostgreSQL for each number of a list, of an array or of JSON, and by one within JSON', async () => {
  const asked = async (tel: string, phone: string): Promise<unknown[]> => {
    const query = `select ${tel}, 'Dono' as name from unnest($1::text[]) as asked (number) limit 1`;
    const yaml = `sources:\n  CRM: { connector: sql, url: "\${env:CRM_URL}", query: ${JSON.stringify(query)}, phone: ${phone}, map: { names: name } }`;
    const sources = await start({ yaml, env: { CRM_URL: addressOfPglite() } });
    const all = await sources.lookUp([PHONE, '+998901234568']);
    return all.map(({ observations }) => observations.find(({ source }) => source === 'CRM')?.fields);
  };
  const both = Array.from({ length: 2 }, () => ({ names: [{ name: 'Dono', type: 'UNKNOWN' }] }));
  expect(await asked("array['998901234567', '+998 90 123-45-68'] as tel", 'tel')).toEqual(both);
  expect(await asked("json_build_array('998901234567', '+998901234568') as tel", 'tel')).toEqual(both);
  expect(
    await asked(`json_build_object('tel', '{998901234567,998901234568}'::text[]) as contact`, 'contact.tel'),
  ).toEqual(both);
  const contacts = ['998901234567', '998901234568'].map((tel) => `json_build_object('tel', '${tel}', 'name', 'Dono')`);
  expect(await asked(`json_build_array(${contacts.join(', ')}) as contacts`, 'contacts.tel')).toEqual(both);
});

describe('a query', () => {
  const faults = async (query: string, url = 'postgresql://x'): Promise<readonly string[]> => {
    const yaml = `sources:\n  CRM:\n    connector: sql\n    url: "\${env:CRM_URL}"\n    query: ${JSON.stringify(query)}`;
    return start({ yaml, env: { CRM_URL: url } }).then(
      () => [],
      (error: unknown) => (error as SettingsError).faults,
    );
  };

  it('that writes, has no place for the numbers or asks no known database is a fault with its line', async () => {
    expect(await faults('delete from people where tel = any($1)')).toEqual([
      'sources.yaml:5: sources.CRM.query: must be a query that reads: it begins with select or with',
    ]);
    expect(await faults('select * from people')).toEqual([
      'sources.yaml:5: sources.CRM.query: must ask for the numbers by any($1)',
    ]);
    expect(await faults('select * from people where tel = ?', 'mysql://x')).toEqual([
      'sources.yaml:5: sources.CRM.query: must ask for the numbers by in (?)',
    ]);
    const [other] = await faults('select 1', 'oracle://secret');
    expect(other).toBe(
      'sources.yaml:4: sources.CRM.url: must be a URL that begins with postgresql:, mysql:, mariadb: or sqlite:',
    );
  });

  it('of MySQL that says wrongly how its way is encrypted is a fault, not an open way', async () => {
    const select = 'select * from people where tel in (?)';
    const faultOf = async (url: string): Promise<string | undefined> =>
      (await faults(select, url))[0]?.replace('sources.yaml:4: sources.CRM.url: ', '');
    expect(await faultOf('mysql://u:p@h/d?sslmode=require')).toBe(
      'knows no sslmode: encryption is asked for by ssl-mode and ssl-ca',
    );
    expect(await faultOf('mariadb://u:p@h/d?ssl-mode=on')).toBe(
      'must have as ssl-mode one of DISABLED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY',
    );
    expect(await faultOf('mysql://u:p@h/d?ssl-ca=ca.pem')).toBe('must name the file of ssl-ca by its full path');
    expect(await faultOf('mysql://u:p@h/d?ssl-ca=/nowhere/ca.pem')).toBe('names by ssl-ca a file that cannot be read');
    expect(await faultOf('mysql://u:p@[::1]/d?ssl-mode=verify_identity')).toBe(
      'must name its host, not an address, for ssl-mode VERIFY_IDENTITY to look for it in the certificate',
    );
    expect(await faultOf('mysql://u:p@h/d?ssl-mode=VERIFY_IDENTITY&charset=utf8mb4')).toBeUndefined();
  });

  it('of MySQL has as many marks as there are numbers, wherever the list stands', () => {
    expect(withMarks("select '?' from a where x in (?) or y IN ( ? )", ['1', '2'])).toEqual({
      query: "select '?' from a where x in (?, ?) or y in (?, ?)",
      values: ['1', '2', '1', '2'],
    });
  });
});

const asked = (e164: string, national: string, country: string) => ({ e164, phone: e164.slice(1), national, country });

it('a number is asked for in every way that a table of its region may hold it', () => {
  const uz = asked('+998901234567', '901234567', 'UZ');
  expect(phoneForms(uz, null)).toEqual(['+998901234567', '998901234567']);
  expect(phoneForms(uz, 'GB')).toEqual(['+998901234567', '998901234567']);
  const gb = asked('+447400123456', '7400123456', 'GB');
  expect(phoneForms(gb, 'GB')).toEqual(['+447400123456', '447400123456', '7400123456', '07400123456']);
  const ru = asked('+74951234567', '4951234567', 'RU');
  expect(phoneForms(ru, 'RU')).toEqual(['+74951234567', '74951234567', '4951234567', '84951234567']);
  // One plan for several countries: a table of one may hold what is dialled of another.
  const ca = asked('+14165550123', '4165550123', 'CA');
  expect(phoneForms(ca, 'US')).toEqual(['+14165550123', '14165550123', '4165550123']);
});

it('a number is not asked for in a way that brings the rows of another one', () => {
  // As 4951234567 it would be the one of Moscow, in a table of Russia.
  expect(phoneForms(asked('+4951234567', '51234567', 'DE'), 'RU')).toEqual(['+4951234567']);
});

it.each([
  ['8 (495) 123-45-67', 'RU', '+74951234567'],
  ['(495) 123-45-67', 'RU', '+74951234567'],
  ['4951234567', 'RU', '+74951234567'],
  ['74951234567', 'RU', '+74951234567'],
  ['+4951234567', 'RU', '+4951234567'],
  ['951297120', 'UZ', '+998951297120'],
  ['998901234567', 'UZ', '+998901234567'],
  ['12025550123', 'UZ', '+12025550123'],
  ['810998901234567', 'RU', '+998901234567'],
  [998_901_234_567, 'UZ', '+998901234567'],
  ['0511/123456', 'DE', '+49511123456'],
  ['8 (495) 123-45-67 доб. 12', 'RU', '+74951234567'],
  ['tel:+1-202-555-0123;ext=4', null, '+12025550123'],
  ['\u202a+998 90 123\u221245\u221267\u202c', null, '+998901234567'],
  ['＋９９８９０１２３４５６７', null, '+998901234567'],
  ['4930123456.0', null, '+4930123456'],
  ['4930123456.5', null, null],
])('the cell %s of a table of %s is %s', (cell, region, phone) => expect(phoneIn(cell, region)).toBe(phone));
