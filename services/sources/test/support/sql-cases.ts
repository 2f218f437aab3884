import { describe, expect, it } from '@jest/globals';
import { calls, SourceInfo } from '@numscope/contracts';
import { MAPPING_MESSAGE } from '../../src/domain/health/mapping-watch.ts';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import { askUntil } from '@numscope/testing/ask-until';
import { PHONE, phones } from './sources-under-test.ts';
import { start } from './each-test.ts';

/** A database with a table `people` (tel, name, mail, born), and how a query asks it. */
export interface SqlUnderTest {
  /** Ready for the driver, as the sources file's URL. */
  url(): string;
  /** Runs statements as somebody who may write. */
  run(statements: readonly string[]): Promise<void>;
  /** How the numbers stand in a query. */
  list: string;
  /** A query that sleeps for 30 s, with the list in it; null where the database cannot be stopped. */
  slow: string | null;
  /** How many run that query now with another number of seconds in it; where there is one. */
  slowOnes?(seconds: number): Promise<number>;
  files?: Record<string, string>;
  /** Bytes as a literal, and the type of a column of them. */
  bytes: { type: string; literal(hex: string): string };
}

/** How a PNG begins. */
const PNG = '89504e470d0a1a0a';

const table = [
  'DROP TABLE IF EXISTS people',
  'CREATE TABLE people (tel VARCHAR(40), name VARCHAR(100), mail VARCHAR(100), born DATE)',
  `INSERT INTO people VALUES ('998901234567', 'Anvar Karimov', 'a@mail.example', '1985-03-02'),
     ('+998 90 123-45-67', 'Анвар Каримов', NULL, NULL), ('901234568', 'Bobur', NULL, NULL), ('0901234599', 'Cyrus', NULL, NULL)`,
];

/** What a source of the connector `sql` does, whatever database it asks. */
export function sqlCases(what: string, database: SqlUnderTest): void {
  const yaml = (query: string, more = ''): string =>
    `sources:\n  CRM:\n    connector: sql\n    url: "\${env:CRM_URL}"\n    query: ${JSON.stringify(query)}\n    phone: tel\n    map: { names: name, emails: mail, birthDate: born }\n    retries: 0\n    timeoutMs: 2000\n${more}`;
  const select = `select tel, name, mail, born from people where tel ${database.list}`;

  async function asking(query = select, more = '', timeoutMs = 2000) {
    await database.run(table);
    const text = yaml(query, more).replace('timeoutMs: 2000', `timeoutMs: ${timeoutMs}`);
    return start({ yaml: text, env: { CRM_URL: database.url() } });
  }
  const told = (sources: Awaited<ReturnType<typeof asking>>, list: string[]) =>
    sources.lookUp(list).then((all) =>
      all.map(({ sources: parts, observations }) => ({
        status: parts.find(({ source }) => source === 'CRM')?.status,
        message: parts.find(({ source }) => source === 'CRM')?.message,
        fields: observations.find(({ source }) => source === 'CRM')?.fields,
      })),
    );

  describe(what, () => {
    it('answers for each number of a page what its rows say, written with or without plus', async () => {
      const sources = await asking();
      const [known, unknown] = await told(sources, [PHONE, '+998901234561']);
      expect(known).toMatchObject({
        status: 'FOUND',
        fields: {
          names: [{ name: 'Anvar Karimov', type: 'UNKNOWN' }],
          emails: ['a@mail.example'],
          birthDate: '1985-03-02',
        },
      });
      expect(unknown).toMatchObject({ status: 'NOT_FOUND' });
    });

    it('reads national numbers of its region, as they are dialled too', async () => {
      const sources = await asking(select, '    region: UZ\n');
      const [bobur] = await told(sources, ['+998901234568']);
      expect(bobur?.fields).toEqual({ names: [{ name: 'Bobur', type: 'UNKNOWN' }] });
    });

    it('reads what is dialled in its region at home, also where it might be a number of another country', async () => {
      const sources = await asking(select, '    region: RU\n    batchSize: 200\n');
      await database.run([
        `INSERT INTO people VALUES ('84951234567', 'Anna', NULL, NULL), ('4951234568', 'Boris', NULL, NULL), ('74951234569', 'Vera', NULL, NULL)`,
      ]);
      const all = await told(sources, ['+74951234567', '+74951234568', '+74951234569', '+84951234567', '+4951234568']);
      expect(all.map(({ status, fields }) => fields?.names?.map(({ name }) => name).join() ?? status)).toEqual([
        'Anna',
        'Boris',
        'Vera',
        'NOT_FOUND',
        'NOT_FOUND',
      ]);
    });

    it('takes what is asked for as values: a name with quotes in the table harms nothing, and no text becomes SQL', async () => {
      const sources = await asking();
      await database.run([`INSERT INTO people VALUES ('998901234560', 'O''Hara'') -- DROP TABLE people', NULL, NULL)`]);
      const [one] = await told(sources, ['+998901234560']);
      expect(one?.fields?.names).toEqual([{ name: "O'Hara') -- DROP TABLE people", type: 'UNKNOWN' }]);
    });

    it('says what is wrong when its query lacks a column of the mapping, or cannot be run', async () => {
      const sources = await asking(`select tel, name, mail from people where tel ${database.list}`);
      const [one] = await told(sources, [PHONE]);
      expect(one).toMatchObject({ status: 'FAILED' });
      expect(one?.message).toBe('its query gives no column born, only tel, name, mail');
      const wrong = await asking(`select tel, nothing from people where tel ${database.list}`);
      const [other] = await told(wrong, [PHONE]);
      expect(other?.message).toMatch(/^cannot run its query: .*nothing/);
    });

    it('tells rows without a number that was asked from nothing', async () => {
      const sources = await asking(`select 'x' as tel, name, mail, born from people where tel ${database.list}`);
      const [one] = await told(sources, [PHONE]);
      expect(one?.message).toMatch(/^gave rows, but in the column tel of none stands a number that was asked for/);
    });

    it('is paused after fifty answers whose values no field can be read from, and not by empty ones', async () => {
      const rows = (born: string): string =>
        `select tel, null as name, null as mail, ${born} as born from people where tel ${database.list}`;
      const answersOf = async (query: string) => {
        await database.run(table);
        const sources = await start({
          yaml: yaml(query, '    limits: { concurrency: 1 }\n').replace('birthDate: born', 'lastOnline: born'),
          env: { CRM_URL: database.url() },
        });
        await database.run([
          `INSERT INTO people VALUES ${phones(60)
            .map((phone) => `('${phone}', 'A', NULL, NULL)`)
            .join(', ')}`,
        ]);
        await told(sources, phones(60));
        return SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'CRM' } })).json());
      };
      expect(await answersOf(rows("'soon'"))).toMatchObject({
        state: 'PAUSED',
        pausedBy: null,
        cause: MAPPING_MESSAGE,
      });
      expect(await answersOf(rows('null'))).toMatchObject({ state: 'CLOSED' });
    });

    it('takes no more rows than one call may bring', async () => {
      const many = `select p.tel, p.name, p.mail, p.born from people p, people a, people b, people c, people d, people e, people f, people g where p.tel ${database.list}`;
      // However slow the machine is.
      const sources = await asking(many, '', 60_000);
      const [one] = await told(sources, [PHONE]);
      expect(one?.message).toMatch(/^gave more rows than are taken in one call/);
      const [again] = await told(sources, ['+998901234561']);
      expect(again).toMatchObject({ status: 'NOT_FOUND' });
    });

    it('asks a page of numbers at once', async () => {
      const sources = await asking(select, '    batchSize: 200\n    limits: { concurrency: 1 }\n');
      await database.run([`INSERT INTO people VALUES ('998900000123', 'Dono', NULL, NULL)`]);
      const all = await told(sources, phones(200));
      expect(all.filter(({ status }) => status === 'FOUND')).toHaveLength(1);
      expect(all[123]?.fields).toEqual({ names: [{ name: 'Dono', type: 'UNKNOWN' }] });
    });

    it('reads bytes as a photo, and refuses to read anything else from them', async () => {
      const { type, literal } = database.bytes;
      const column = [`ALTER TABLE people ADD face ${type}`, `UPDATE people SET face = ${literal(`${PNG}00`)}`];
      const query = `select tel, name, mail, born, face from people where tel ${database.list}`;
      const asked = async (map: string) => {
        await database.run([...table, ...column]);
        const text = yaml(query).replace('emails: mail', map);
        const sources = await start({ yaml: text, env: { CRM_URL: database.url() } });
        return { sources, answers: await told(sources, [PHONE]) };
      };
      const { sources, answers } = await asked('photos: face');
      expect(answers[0]?.fields).toMatchObject({ photos: ['a'.repeat(64)] });
      const stored = sources.client
        .madeTo('storeImage')
        .map(({ bytes }) => [bytes?.contentType, Buffer.from(bytes?.content ?? []).toString('hex')]);
      expect(stored).toEqual([['image/png', `${PNG}00`]]);
      expect((await asked('emails: mail')).answers[0]).toMatchObject({ status: 'FOUND' });
      expect((await asked('emails: face')).answers[0]).toMatchObject({
        status: 'FAILED',
        message: 'its column face holds bytes, of which only photos are read: give it as text',
      });
    });

    const { slow } = database;
    if (slow === null) return;
    it('is not waited for longer than its time', async () => {
      const sources = await asking(slow);
      const [one] = await told(sources, [PHONE]);
      expect(one).toMatchObject({ status: 'FAILED', message: 'did not answer within 2000 ms' });
    });

    const { slowOnes = () => Promise.resolve(0) } = database;
    let given = 0;
    /** Asks through a proxy, which does that as soon as the database works on it. */
    async function disturbed(disturb: (proxy: TcpProxy) => void, timeoutMs: number) {
      // One that was given up before may still be taken up by the server: this one is known by its own number.
      const seconds = 31 + given++;
      await database.run(table);
      const address = new URL(database.url());
      const proxy = await TcpProxy.before(address.hostname, Number(address.port));
      address.port = String(proxy.port);
      const text = yaml((slow ?? '').replace('30', String(seconds))).replace(
        'timeoutMs: 2000',
        `timeoutMs: ${timeoutMs}`,
      );
      const sources = await start({ yaml: text, env: { CRM_URL: address.href } });
      const answers = told(sources, [PHONE]);
      await askUntil(() => slowOnes(seconds));
      disturb(proxy);
      const [one] = await answers;
      await proxy.close();
      return one;
    }
    it('is given up as soon as the connection is lost while it is asked', async () => {
      const one = await disturbed((proxy) => proxy.shut(), 60_000);
      expect(one?.status).toBe('FAILED');
      expect(one?.message).toMatch(/^cannot be reached/);
    });

    it('is given up in its time when nothing more is heard of it', async () => {
      const one = await disturbed((proxy) => proxy.block(), 2000);
      expect(one).toMatchObject({ status: 'FAILED', message: 'did not answer within 2000 ms' });
    });
  });
}
