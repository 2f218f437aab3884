import { describe, expect, it, jest } from '@jest/globals';
import { namedRows, readCsv } from '../src/connectors/http/formats/csv.ts';
import { type AnswerExpressions, compileAnswer } from '../src/connectors/http/expressions.ts';
import { HttpSource } from '../src/connectors/http/http-source.ts';
import { openPage, type Page } from '../src/connectors/http/page.ts';
import { readAnswer } from '../src/connectors/http/read-answer.ts';
import { SecretMask } from '../src/connectors/http/secret-mask.ts';
import { provide, start } from './support/each-test.ts';
import { httpYaml, type OfficeAnswer, officeAnswer, officeAnswers } from './support/office.ts';
import { phones, type SourcesUnderTest } from './support/sources-under-test.ts';

async function sourcesOf(text: string, answer: readonly string[], more = ''): Promise<SourcesUnderTest> {
  const provider = await provide((_call, response) => void response.end(text));
  return start({ yaml: httpYaml([`request: { url: "${provider.url}/{phone}"${more} }`, 'answer:', ...answer]) });
}
const answerTo = async (text: string, answer: readonly string[]): Promise<OfficeAnswer> =>
  officeAnswer(await sourcesOf(text, answer));

/** What a provider with one text says of two numbers that it is asked about at once, and how it was asked. */
async function batchOf(text: string, placeholder: string, answer: string) {
  const provider = await provide((_call, response) => void response.end(text));
  const sources = await start({
    yaml: httpYaml([`request: { url: "${provider.url}/${placeholder}", batchSize: 2 }`, `answer: ${answer}`]),
  });
  return { answers: await officeAnswers(sources, phones(2)), seen: provider.seen };
}

const XML_MAP = ['  format: xml', '  map: { names: "[person.name][]", city: person.city, about: "person._since" }'];

describe('an answer in XML', () => {
  it('is mapped by its elements and attributes, one or several, and nothing in it becomes a number', async () => {
    const several = await answerTo(
      '<?xml version="1.0"?><x:person xmlns:x="urn:x" since="007"><x:name>Anvar &amp; Co &#x410;</x:name><x:name><![CDATA[A <b>]]></x:name><city>0012</city></x:person>',
      XML_MAP,
    );
    expect(several.observation.fields).toEqual({
      names: [
        { name: 'Anvar & Co А', type: 'UNKNOWN' },
        { name: 'A <b>', type: 'UNKNOWN' },
      ],
      city: '0012',
      about: '007',
    });
    const one = await answerTo('<person><name>Anvar</name></person>', XML_MAP);
    expect(one.observation.fields).toEqual({ names: [{ name: 'Anvar', type: 'UNKNOWN' }] });
  });

  it.each([
    [
      'a document type that blows up',
      '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><person><name>&b;</name></person>',
    ],
    [
      'a document type that reads a file',
      '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><person><name>&f;</name></person>',
    ],
    ['elements without end', '<person>'.repeat(100_000)],
    ['elements nested too deep', `${'<a>'.repeat(80)}${'</a>'.repeat(80)}`],
    ['a name of every object', '<person><__proto__><name>x</name></__proto__></person>'],
    ['JSON', '{"person":{"name":"Anvar"}}'],
  ])('with %s is refused', async (_what, text) => {
    expect(await answerTo(text, XML_MAP)).toMatchObject({
      status: 'FAILED',
      message: 'sent an answer that is not XML',
    });
  });

  it('leaves what it does not know as it stands: an entity of nobody', async () => {
    const { observation } = await answerTo('<person><name>A &foo; B</name></person>', XML_MAP);
    expect(observation.fields?.names?.[0]?.name).toBe('A &foo; B');
  });

  it('may be a batch, also of one item', async () => {
    const text = '<r><i><tel>+998900000000</tel><n>A</n></i></r>';
    const map = '{ format: xml, items: "body.r.i", phone: tel, map: { names: n } }';
    const { answers, seen } = await batchOf(text, '{e164s}', map);
    expect(answers.map(({ status }) => status)).toEqual(['FOUND', 'NOT_FOUND']);
    expect(seen[0]?.headers.accept).toContain('application/xml');
  });
});

/** What a source that is bound by these lines of `answer` reads its answers by. */
const expressionsOf = (answer: unknown): AnswerExpressions =>
  compileAnswer(
    HttpSource.parse({ connector: 'http', request: { url: 'http://127.0.0.1:1/' }, answer }),
    new SecretMask(['secret-of-ours']),
  );
const opened = async (text: string, answer: unknown): Promise<Page> =>
  openPage({ status: 200, headers: {}, text, fault: null }, '', expressionsOf(answer));

it('is mapped without the secrets that its headers send back, which what is asked on with keeps', async () => {
  const headers = { 'x-key': 'secret-of-ours', 'set-cookie': ['a=1', 'key=secret-of-ours'] };
  const { told, envelope } = await openPage(
    { status: 200, headers, text: '{}', fault: null },
    '',
    expressionsOf({ format: 'json' }),
  );
  expect(told).toEqual({ status: 200, headers: { 'x-key': '***', 'set-cookie': ['a=1', 'key=***'] }, body: {} });
  expect(envelope.headers).toEqual(headers);
});

/** How often others had their turn on the event loop meanwhile. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<[turns: number, made: T]> {
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const made = await work();
  clearImmediate(next);
  return [turns, made];
}

describe('a long answer', () => {
  const names = Array<string>(100_000).fill('Anvar');
  const long = '9007199254740993';
  const cells = Array<string>(5).fill('A'.repeat(100_000));

  it.each([
    ['XML', 'xml', `<list>${'<name>Anvar</name>'.repeat(20_000)}</list>`, { list: { name: names.slice(0, 20_000) } }],
    ['JSON', 'json', JSON.stringify({ names }), { names }],
    ['JSON with a long number', 'json', `{"id":${long},"names":${JSON.stringify(names)}}`, { id: long, names }],
    ['CSV', 'csv', `Name\n${cells.join('\n')}`, cells.map((Name) => ({ Name }))],
  ])('of %s is read beside everything else', async (_what, format, text, body) => {
    const [turns, page] = await turnsDuring(() => opened(text, { format }));
    expect(turns).toBeGreaterThan(10);
    expect(page.envelope.body).toEqual(body);
    expect(page.fault).toBeNull();
  });

  it.each([
    ['many numbers', 100, { format: 'json', items: 'body', phone: 'tel' }],
    ['one number', 1, { format: 'json', items: 'body' }],
    ['one number, as a table,', 1, { format: 'csv' }],
  ])('about %s is mapped beside everything else', async (_what, count, lines) => {
    const answer = { ...lines, map: { names: 'name' } };
    const items = Array.from({ length: 100_000 }, (_none, place) => ({
      tel: `+${998_900_000_000 + place}`,
      name: 'A',
    }));
    const text =
      answer.format === 'csv'
        ? `tel,name\n${items.map(({ tel, name }) => `${tel},${name}`).join('\n')}`
        : JSON.stringify(items);
    const page = await opened(text, answer);
    const numbers = phones(count).map((e164) => ({
      e164,
      phone: e164.slice(1),
      national: e164.slice(4),
      country: 'UZ',
    }));
    const [turns, [first]] = await turnsDuring(async () => readAnswer([page], expressionsOf(answer), numbers));
    expect(turns).toBeGreaterThan(2);
    expect(first).toMatchObject({ status: 'FOUND', fields: { names: [{ name: 'A' }] } });
  });

  it.each([
    ['JSON', 'json', (name: string) => JSON.stringify([name, ...names]), (read: string[]) => read[0]],
    [
      'CSV',
      'csv',
      (name: string) => `Name\n${name}\n${names.slice(1).join('\n')}`,
      (read: { Name: string }[]) => read[0]?.Name,
    ],
  ])('of %s loses the secrets in it as a short one does', async (_what, format, textOf, firstOf) => {
    const { envelope, told, raw } = await opened(textOf('by secret-of-ours'), { format });
    const first = firstOf as (read: unknown) => string;
    expect([first(envelope.body), first(told.body)]).toEqual(['by secret-of-ours', 'by ***']);
    expect(raw).toContain('by ***');
    expect(raw).not.toContain('secret-of-ours');
  });

  it('of JSON that is nested too deeply says so', async () => {
    const text = `[${JSON.stringify(names)},${'['.repeat(600)}${']'.repeat(600)}]`;
    await expect(opened(text, {})).rejects.toThrow('sent an answer that is nested deeper than 500');
  });
});

describe('a long document of XML', () => {
  it('says as any other that it is none', async () => {
    expect(await answerTo(`<person>${'<name>A</name>'.repeat(2000)}`, XML_MAP)).toMatchObject({
      status: 'FAILED',
      message: 'sent an answer that is not XML',
    });
  });

  it('is mapped as any other', async () => {
    const { observation } = await answerTo(`<person><city>${'x'.repeat(17_000)}</city></person>`, XML_MAP);
    expect(observation.fields?.city).toHaveLength(17_000);
  });
});

describe('an answer in CSV', () => {
  const CSV_MAP = ['  format: csv', '  map: { names: Name, emails: Mail }'];

  it('is read at one go also where its rows end before their last columns: none of them is written out as an error', async () => {
    const written = jest.spyOn(JSON, 'stringify');
    const rows = readCsv(`Name;Mail\n${'A.\n'.repeat(1000)}`, new Set(['Name']));
    expect(written.mock.calls.length).toBeLessThan(100);
    written.mockRestore();
    expect(await namedRows(rows)).toEqual(Array.from({ length: 1000 }, () => ({ Name: 'A.' })));
  });

  it('is a list of rows about the number, by the names of its columns, whatever separates them', async () => {
    const { observation } = await answerTo('\uFEFFName;Mail\r\n"Karimov; Anvar";a@mail.example\r\nA.;\r\n', CSV_MAP);
    expect(observation.fields).toEqual({
      names: [
        { name: 'Karimov; Anvar', type: 'UNKNOWN' },
        { name: 'A.', type: 'UNKNOWN' },
      ],
      emails: ['a@mail.example'],
    });
  });

  it.each([
    ['short', ''],
    ['long', 'A;B;N;m@mail.example\n'.repeat(10_000)],
  ])(
    'fails where several columns have a name that is read, not where nobody reads it, of a %s table',
    async (_what, rows) => {
      const table = `Name;Name;Note;Mail\nA;B;N;m@mail.example\n${rows}`;
      expect(await answerTo(table, CSV_MAP)).toMatchObject({
        status: 'FAILED',
        message: 'sent an answer that has several columns called Name',
      });
      const unread = await answerTo(table, ['  format: csv', '  map: { emails: Mail }']);
      expect(unread.observation.fields).toEqual({ emails: ['m@mail.example'] });
    },
  );

  it('may have 100,000 rows; of more it is not said that a number stands in none', async () => {
    const table = `Name\n${'A\n'.repeat(100_000)}`;
    expect((await opened(table, { format: 'csv' })).envelope.body).toHaveLength(100_000);
    await expect(opened(`${table}B\n`, { format: 'csv' })).rejects.toThrow(
      'sent an answer that has more than 100000 rows',
    );
  });

  it('with a head alone says nothing; what is no table is refused', async () => {
    expect(await answerTo('Name,Mail\n', CSV_MAP)).toMatchObject({ status: 'NOT_FOUND' });
    expect(await answerTo('Name,Mail\n"never closed', CSV_MAP)).toMatchObject({
      status: 'FAILED',
      message: 'sent an answer that is not CSV',
    });
  });

  it('may be a batch', async () => {
    const table = 'Tel,Name\n998900000000,A\n998900000001,B\n998900000000,A2\n';
    const { answers } = await batchOf(
      table,
      '{phones}',
      '{ format: csv, items: body, phone: Tel, map: { names: Name } }',
    );
    expect(answers.map(({ observation }) => observation.fields?.names?.map(({ name }) => name))).toEqual([
      ['A', 'A2'],
      ['B'],
    ]);
  });

  it('may be no batch whose rows take more as items than an answer may have, of one number', async () => {
    const table = `Tel,Name,${'x'.repeat(100_000)}\n998900000001,B,\n${'998900000000,A,\n'.repeat(100)}`;
    const { answers } = await batchOf(
      table,
      '{phones}',
      '{ format: csv, items: body, phone: Tel, map: { names: Name } }',
    );
    expect(answers.map(({ status, message }) => [status, message])).toEqual([
      ['FAILED', 'sent more than is taken'],
      ['FOUND', undefined],
    ]);
  });
});
