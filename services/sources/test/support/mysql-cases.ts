import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import { createPool, type Pool } from 'mysql2/promise';
import * as z from 'zod';
import { RowCollector } from '../../src/connectors/rows/row-collector.ts';
import { openMysql } from '../../src/connectors/sql/mysql.ts';
import { start } from './each-test.ts';
import { PHONE, phones, type SourcesUnderTest } from './sources-under-test.ts';
import { sqlCases } from './sql-cases.ts';

/** A server that speaks MySQL's protocol, with TLS, and takes connections without, too. */
export interface MysqlUnderTest {
  /** Of somebody who may make databases and users. */
  url(): string;
  /** The file with the certificate of who certifies it. */
  authority: string;
  /** What it says to who comes without TLS where it takes nobody so. */
  inTheOpen: string;
  /** Whether the certificate is of `localhost`. */
  isOfLocalhost: boolean;
  /** How the status variable is called that counts statements ended by their time. */
  ended: string;
}

const Value = z.array(z.object({ value: z.coerce.number() })).transform(([row]) => row?.value ?? 0);
const Id = z.array(z.object({ id: z.number() })).transform((rows) => rows.map(({ id }) => id));

/** What a source of the connector `sql` does that asks MySQL or MariaDB: all of `sqlCases`, and what only these have. */
export function mysqlCases(what: string, { url, authority, inTheOpen, isOfLocalhost, ended }: MysqlUnderTest): void {
  const name = `numscope_${randomBytes(4).toString('hex')}`;
  const reader = `${name}_r`;
  let root: Pool;
  let owner: Pool;
  const urlOf = (user: string, parameters = ''): string => {
    const { host, port } = new URL(url());
    const at = parameters.includes('identity') ? `localhost:${port}` : host;
    return `mysql://${user}:secret@${at}/${name}${parameters}`;
  };
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await owner.query(statement);
  };

  beforeAll(async () => {
    root = createPool(url());
    for (const statement of [
      `CREATE DATABASE ${name} CHARACTER SET utf8mb4`,
      ...[name, reader].map((user) => `CREATE USER ${user}@'%' IDENTIFIED BY 'secret'`),
      `GRANT ALL ON ${name}.* TO ${name}@'%'`,
      `GRANT SELECT, EXECUTE ON ${name}.* TO ${reader}@'%'`,
    ])
      await root.query(statement);
    owner = createPool(urlOf(name));
  });
  afterAll(async () => {
    await owner.end();
    for (const user of [name, reader]) await root.query(`DROP USER ${user}@'%'`);
    await root.query(`DROP DATABASE ${name}`);
    await root.end();
  });

  const slow = `select 'x' as tel, 'x' as name, 'x' as mail, 'x' as born from dual where sleep(30) = 0 and 'x' not in (?)`;
  /** The connections of the user that reads; of those alone that run something that holds the text. */
  const connections = async (text = ''): Promise<number[]> => {
    // One that runs nothing, as while it comes in, has no text.
    const asked = `SELECT id FROM information_schema.processlist WHERE user = ? AND COALESCE(info, '') LIKE ?`;
    const [rows] = await root.query(asked, [reader, `%${text}%`]);
    return Id.parse(rows);
  };

  /** Ends a connection. One that was on its way out when it was listed, as one of the test before, may be gone by now. */
  const kill = async (id: number | undefined): Promise<void> => {
    await root.query(`KILL ${id}`).catch((error: unknown) => {
      if (codeOf(error) !== 'ER_NO_SUCH_THREAD') throw error;
    });
  };

  sqlCases(what, {
    url: () => urlOf(reader),
    run,
    list: 'in (?)',
    bytes: { type: 'BLOB', literal: (hex) => `x'${hex}'` },
    slow,
    slowOnes: async (seconds) => (await connections(`sleep(${seconds})`)).length,
  });

  describe(`${what}, by what only it has`, () => {
    const people = 'select tel from people where tel in (?)';
    const crm = (query: string, { user = reader, parameters = '', more = '' } = {}): Promise<SourcesUnderTest> =>
      start({
        yaml: `sources:\n  CRM: { connector: sql, retries: 0, phone: tel, map: { names: tel }, url: "\${env:CRM_URL}", query: ${JSON.stringify(query)}${more} }`,
        env: { CRM_URL: urlOf(user, parameters) },
      });
    const told = async (sources: SourcesUnderTest, list = [PHONE]) =>
      (await sources.lookUp(list)).map((one) => one.sources.find(({ source }) => source === 'CRM'));
    /** Resolves when there are as many of them; the test's own time is the limit. */
    const until = (holds: (ids: number[]) => boolean, text?: string): Promise<number[]> =>
      askUntil(() => connections(text), holds, { everyMs: 10 });
    beforeAll(() => run(['DROP TABLE IF EXISTS people', 'CREATE TABLE people (tel VARCHAR(40))']));
    beforeAll(() => run([`INSERT INTO people VALUES ('${PHONE}')`]));

    it('reads each type of column as itself', async () => {
      await run([
        'DROP TABLE IF EXISTS kinds',
        `CREATE TABLE kinds (tel VARCHAR(20), small SMALLINT, big BIGINT, unsigned_big BIGINT UNSIGNED, price DECIMAL(20,4),
          share DOUBLE, day DATE, at DATETIME(3), stamp TIMESTAMP NULL, hours TIME, year YEAR, list JSON, yes BOOLEAN,
          bits BIT(8), text TEXT CHARACTER SET utf8mb4, picture BLOB, kind ENUM('a','b'), tags SET('a','b'), none INT)`,
        `INSERT INTO kinds VALUES ('${PHONE}', -5, 9007199254740993, 18446744073709551615, 12345678901234.5678, 1.5,
          '1985-03-02', '2020-01-02 03:04:05.678', '2020-01-02 03:04:05', '-12:30:00', 1999, '["a@mail.example"]', TRUE,
          b'10101010', 'Анвар 😀', x'89504e47', 'b', 'a,b', NULL)`,
      ]);
      const database = openMysql({
        url: urlOf(reader),
        query: 'select * from kinds where tel in (?)',
        connections: 1,
        timeoutMs: 10_000,
      });
      const collector = new RowCollector({ phone: 'tel', map: { names: 'text', photos: 'picture' } });
      await database.rows([PHONE], collector);
      await database.close();
      expect(collector.rows).toEqual([
        {
          tel: PHONE,
          small: -5,
          big: '9007199254740993',
          unsigned_big: '18446744073709551615',
          price: '12345678901234.5678',
          share: 1.5,
          day: '1985-03-02',
          at: '2020-01-02 03:04:05.678',
          stamp: '2020-01-02 03:04:05',
          hours: '-12:30:00',
          year: 1999,
          list: ['a@mail.example'],
          yes: 1,
          text: 'Анвар 😀',
          picture: 'data:image/png;base64,iVBORw==',
          kind: 'b',
          tags: 'a,b',
          none: null,
        },
      ]);
    });

    it('tells a moment of the column TIMESTAMP by unix_timestamp, in whatever time zone the session is', async () => {
      const query = `select tel, unix_timestamp(at) as at, at as shown from moments where tel in (?)`;
      await run(['DROP TABLE IF EXISTS moments', 'CREATE TABLE moments (tel VARCHAR(20), at TIMESTAMP NULL)']);
      const connection = await owner.getConnection();
      await connection.query(`SET SESSION time_zone = '+05:00'`);
      await connection.query(`INSERT INTO moments VALUES ('${PHONE}', '2020-01-02 05:00:00')`);
      connection.destroy();
      const database = openMysql({ url: urlOf(reader), query, connections: 1, timeoutMs: 10_000 });
      const collector = new RowCollector({ phone: 'tel', map: { lastOnline: 'at' } });
      await database.rows([PHONE], collector);
      await database.close();
      expect(Number(collector.rows[0]?.['at'])).toBe(Date.UTC(2020, 0, 2) / 1000);
    });

    it('asks five hundred numbers at once, each in all its forms', async () => {
      const asked = phones(500);
      await run(['DROP TABLE IF EXISTS crowd', 'CREATE TABLE crowd (tel VARCHAR(20) PRIMARY KEY)']);
      await run([`INSERT INTO crowd VALUES ${asked.map((phone) => `('${phone.slice(4)}')`).join(', ')}`]);
      const more = ', region: UZ, batchSize: 500, limits: { concurrency: 1 }';
      const answers = await told(await crm('select tel from crowd where tel in (?)', { more }), asked);
      expect(answers.map((one) => one?.status)).toEqual(asked.map(() => 'FOUND'));
    });

    it('ends at the server a query that takes too long', async () => {
      const counted = async (): Promise<number> => {
        const [rows] = await root.query(`SHOW GLOBAL STATUS LIKE '${ended}'`);
        return z.array(z.object({ Value: z.coerce.number() })).parse(rows)[0]?.Value ?? 0;
      };
      const before = await counted();
      const [one] = await told(await crm(slow, { more: ', timeoutMs: 1000' }));
      expect(one).toMatchObject({ status: 'FAILED', message: 'did not answer within 1000 ms' });
      await until((ids) => ids.length === 0, 'sleep(30)');
      expect(await counted()).toBeGreaterThan(before);
    });

    it('is asked anew when its server has ended a connection that nobody used', async () => {
      const sources = await crm(people);
      expect(await told(sources)).toMatchObject([{ status: 'FOUND' }]);
      for (const id of await connections()) await kill(id);
      await until((ids) => ids.length === 0);
      expect(await told(sources)).toMatchObject([{ status: 'FOUND' }]);
    });

    it('cannot be reached when its server ends the connection while it asks, and answers the next time', async () => {
      const sources = await crm(`${people} and (tel <> '${PHONE}' or sleep(30) = 0)`, { more: ', timeoutMs: 60000' });
      const failed = told(sources);
      const ids = await until((some) => some.length === 1, 'sleep(30)');
      await kill(ids[0]);
      expect(await failed).toMatchObject([
        { status: 'FAILED', message: 'cannot be reached (PROTOCOL_CONNECTION_LOST)' },
      ]);
      expect(await told(sources, ['+998901234561'])).toMatchObject([{ status: 'NOT_FOUND' }]);
    });

    it('may only be read, whatever its query calls', async () => {
      await run(['DROP FUNCTION IF EXISTS keep', 'DROP TABLE IF EXISTS kept', 'CREATE TABLE kept (tel VARCHAR(40))']);
      await root.query(
        `CREATE FUNCTION ${name}.keep() RETURNS VARCHAR(40) DETERMINISTIC MODIFIES SQL DATA BEGIN INSERT INTO ${name}.kept VALUES ('x'); RETURN 'x'; END`,
      );
      const [one] = await told(await crm('select keep() as tel from people where tel in (?)', { user: name }));
      expect(one).toMatchObject({ status: 'FAILED', message: 'may only be read, and its query writes' });
      const [rows] = await owner.query('SELECT COUNT(*) AS value FROM kept');
      expect(Value.parse(rows)).toBe(0);
    });

    it('tells what is wrong with its query, also what a name alone does not tell', async () => {
      for (const query of [
        'select count(*), tel, tel + 1 from people where tel in (?) and nothing(tel) = 1',
        'select tel, max(tel, tel) from people where tel in (?)',
      ]) {
        const [one] = await told(await crm(query));
        expect(one?.message).toMatch(/^cannot run its query: /);
      }
    });

    it('tells apart a refused user, one that is locked, and one that has all the connections it may have', async () => {
      const messageOf = async (): Promise<unknown> => (await told(await crm(people)))[0]?.message ?? null;
      await root.query(`ALTER USER ${reader}@'%' ACCOUNT LOCK`);
      expect(await messageOf()).toBe('refuses its user');
      await root.query(`ALTER USER ${reader}@'%' ACCOUNT UNLOCK`);
      await root.query(`ALTER USER ${reader}@'%' WITH MAX_USER_CONNECTIONS 1`);
      const only = createPool(urlOf(reader));
      await only.query('SELECT 1');
      expect(await messageOf()).toBe('takes no more connections now');
      await only.end();
      await root.query(`ALTER USER ${reader}@'%' WITH MAX_USER_CONNECTIONS 0`);
      await root.query(`ALTER USER ${reader}@'%' PASSWORD EXPIRE`);
      expect(await messageOf()).toBe('refuses its user');
      await root.query(`ALTER USER ${reader}@'%' IDENTIFIED BY 'secret'`);
      await until((ids) => ids.length === 0);
      expect(await messageOf()).toBeNull();
      await root.query(`ALTER USER ${reader}@'%' IDENTIFIED BY 'other'`);
      expect(await messageOf()).toBe('refuses its user');
      await root.query(`ALTER USER ${reader}@'%' IDENTIFIED BY 'secret'`);
    });

    it('is asked by TLS as the URL says', async () => {
      await root.query(`ALTER USER ${reader}@'%' REQUIRE SSL`);
      const by = async (parameters: string): Promise<unknown> =>
        (await told(await crm(people, { parameters })))[0]?.message ?? null;
      expect(await by('')).toBe('refuses its user');
      expect(await by('?ssl-mode=REQUIRED')).toBeNull();
      expect(await by('?ssl-mode=VERIFY_CA')).toBe('cannot be reached (HANDSHAKE_SSL_ERROR)');
      expect(await by(`?ssl-ca=${authority}`)).toBeNull();
      expect(await by(`?ssl-mode=verify_identity&ssl-ca=${authority}`)).toBe(
        isOfLocalhost ? null : 'cannot be reached (HANDSHAKE_SSL_ERROR)',
      );
      await root.query(`ALTER USER ${reader}@'%' REQUIRE NONE`);
    });

    it('that takes no connection in the open says so', async () => {
      await root.query('SET GLOBAL require_secure_transport = ON');
      try {
        const [one] = await told(await crm(people));
        expect(one?.message).toBe(inTheOpen);
      } finally {
        await root.query('SET GLOBAL require_secure_transport = OFF');
      }
    });
  });
}
