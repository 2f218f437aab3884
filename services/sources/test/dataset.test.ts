import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { calls, SourceInfo } from '@numscope/contracts';
import type { SettingsError } from '@numscope/platform';
import { writeSheet } from '@numscope/spreadsheets';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { readRows } from '../src/connectors/dataset/read-rows.ts';
import { MAPPING_MESSAGE } from '../src/domain/health/mapping-watch.ts';
import { openDatasetStore } from '../src/store/datasets/index.ts';
import {
  PHONE,
  phones,
  type SourcesUnderTest,
  startSources,
  type UnderTestOptions,
} from './support/sources-under-test.ts';

let sources: SourcesUnderTest | undefined;
afterEach(async () => {
  await sources?.close();
  sources = undefined;
});

async function fieldsIn(options: UnderTestOptions, phone = PHONE): Promise<unknown> {
  sources = await startSources(options);
  const [resolved] = await sources.lookUp([phone]);
  return resolved?.observations.find(({ source }) => source === 'BOOK')?.fields;
}

const book = (file: string, more = ''): string => `sources:\n  BOOK: { connector: dataset, file: ${file}${more} }`;

describe('a dataset', () => {
  it('is a CSV whose columns are mapped; rows of one number are joined, and those without a number passed over', async () => {
    const csv =
      '\uFEFFTel;Name;Firm;Mail\n90 123 45 67;Anvar;"Mill; and Sons";a@mail.example;ignored\n+998 90 123-45;Broken;;\n998901234567;Анвар;;b@mail.example|c@mail.example\n';
    const fields = await fieldsIn({
      yaml: book('book.csv', ', phone: Tel, region: UZ, map: { names: Name, about: Firm, emails: [Mail] }'),
      files: { 'book.csv': csv },
    });
    expect(fields).toEqual({
      names: [
        { name: 'Anvar', type: 'UNKNOWN' },
        { name: 'Анвар', type: 'UNKNOWN' },
      ],
      about: 'Mill; and Sons',
      emails: ['a@mail.example', 'b@mail.example', 'c@mail.example'],
    });
  });

  it('is read as its region dials, also where a number might be one of another country', async () => {
    const cells = ['8 (495) 123-45-67', '(495) 123-45-67', '4951234567', '74951234567', '\u202a+7 495 123-45-67\u202c'];
    sources = await startSources({
      yaml: book('book.csv', ', phone: tel, region: RU, map: { emails: mail }'),
      files: { 'book.csv': `tel,mail\n${cells.map((cell, place) => `${cell},${place}@mail.example\n`).join('')}` },
    });
    const all = await sources.lookUp(['+74951234567', '+84951234567', '+4951234567']);
    expect(all.map(({ observations }) => observations.find(({ source }) => source === 'BOOK')?.fields)).toEqual([
      { emails: cells.map((_cell, place) => `${place}@mail.example`) },
      null,
      null,
    ]);
  });

  it.each([
    ['an array', (items: unknown[]) => JSON.stringify(items, null, 2)],
    ['lines', (items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')],
  ])('is JSON as %s, whose fields are taken as they are without a map', async (_what, write) => {
    const items = [
      { phone: '+12025550123', city: 'Elsewhere' },
      {
        phone: PHONE,
        city: 'Brace } and "quote"',
        friends: ['A', 'B'],
        socialNetworks: [{ id: '1', socialNetwork: 'VKONTAKTE' }, { id: '2' }],
      },
    ];
    expect(await fieldsIn({ yaml: book('book.json'), files: { 'book.json': write(items) } })).toEqual({
      city: 'Brace } and "quote"',
      friends: ['A', 'B'],
      socialNetworks: [{ id: '1', socialNetwork: 'VKONTAKTE' }],
    });
  });

  it('takes ten thousand rows of one number, and fails that one alone where there are more', async () => {
    const [most, more] = phones(2);
    const lines = (phone: string | undefined, count: number): string[] =>
      Array.from({ length: count }, (_none, place) => `${phone},F${place % 3}`);
    sources = await startSources({
      yaml: book('book.csv'),
      files: { 'book.csv': ['phone,friends', ...lines(most, 10_000), ...lines(more, 10_001)].join('\n') },
    });
    const told = (await sources.lookUp(phones(2))).map((resolved) => [
      resolved.sources.find(({ source }) => source === 'BOOK')?.message,
      resolved.observations.find(({ source }) => source === 'BOOK')?.fields,
    ]);
    expect(told).toEqual([
      [undefined, { friends: ['F0', 'F1', 'F2'] }],
      ['its file has more rows of the number than are taken of one', null],
    ]);
  });

  it.each([
    ['little-endian', 'book.csv', `Tel;Name\n${PHONE};Анвар\n`, (bytes: Buffer) => bytes],
    ['big-endian', 'book.csv', `Tel;Name\n${PHONE};Анвар\n`, (bytes: Buffer) => bytes.swap16()],
    ['little-endian', 'book.jsonl', JSON.stringify({ Tel: PHONE, Name: 'Анвар' }), (bytes: Buffer) => bytes],
  ])('may be of UTF-16, %s, where it begins as such: %s', async (_what, file, text, order) => {
    const content = order(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    const yaml = book(file, ', phone: Tel, map: { names: Name }');
    expect(await fieldsIn({ yaml, files: { [file]: content } })).toEqual({
      names: [{ name: 'Анвар', type: 'UNKNOWN' }],
    });
  });

  it('of another character set is refused, with the line: before it is asked, or when the rows are read', async () => {
    // 'Ташкент' in Windows-1251.
    const city = Buffer.from('d2e0f8eae5edf2', 'hex');
    const yaml = (file: string): string => book(file, ', map: { city: city }');
    const csv = (sound: number): Buffer =>
      Buffer.concat([Buffer.from(`phone,city\n${`${PHONE},Nukus\n`.repeat(sound)}${PHONE},`), city]);
    const item = (name: string): string => `{"phone":"${PHONE}","city":"${name}"}\n`;
    const json = (sound: number): Buffer =>
      Buffer.concat([Buffer.from(`${item('Nukus').repeat(sound)}{"city":"`), city, Buffer.from('"}')]);
    for (const [file, content, line] of [
      ['book.csv', csv(0), 2],
      ['book.jsonl', json(0), 1],
    ] as const)
      await expect(startSources({ yaml: yaml(file), files: { [file]: content } })).rejects.toThrow(
        `sources.yaml:2: sources.BOOK.file: the file ${file} cannot be read: line ${line} is not UTF-8: save the file as UTF-8`,
      );
    for (const [file, content, line] of [
      ['book.csv', csv(20_000), 20_002],
      ['book.jsonl', json(20_000), 20_001],
    ] as const) {
      const begun = await startSources({ yaml: yaml(file), files: { [file]: content } });
      const [one] = await begun.lookUp([PHONE]);
      const { lastError } = (await begun.admin.call(calls.getSource, { params: { name: 'BOOK' } })).json();
      await begun.close();
      expect(lastError).toMatchObject({
        message: `its file ${file} could not be imported: line ${line} is not UTF-8: save the file as UTF-8`,
        isStanding: true,
      });
      expect(one?.observations.find(({ source }) => source === 'BOOK')?.fields).toBeNull();
      expect(one?.sources.find(({ source }) => source === 'BOOK')?.message).toBe(
        `its file ${file} could not be imported: line ${line} is not UTF-8: save the file as UTF-8`,
      );
    }
  });

  it('answers by a row for each number of its list, also where that stands within another field', async () => {
    const rows = [
      { contact: { tel: [PHONE, '998901234567', '90 123 45 68'] }, city: 'Nukus' },
      { contact: { tel: '+998901234568' }, friends: ['A'] },
    ];
    await fieldsIn({
      yaml: book('book.json', ', phone: contact.tel, region: UZ'),
      files: { 'book.json': JSON.stringify(rows) },
    });
    const all = await sources?.lookUp([PHONE, '+998901234568'], { job: { id: 'job-2', number: 2, pass: 1 } });
    expect(all?.map(({ observations }) => observations.find(({ source }) => source === 'BOOK')?.fields)).toEqual([
      { city: 'Nukus' },
      { city: 'Nukus', friends: ['A'] },
    ]);
  });

  it('answers each number of a list of objects by its own object, with what stands beside the list', async () => {
    const rows = [
      {
        people: { contacts: [{ tel: PHONE, who: 'Ann' }, { tel: ['90 123 45 68', 'none'], who: 'Bob' }, { who: 'C' }] },
        city: 'Nukus',
        mails: [{ at: 'a@mail.example' }, {}, { at: ['b@mail.example', 'c@mail.example'] }],
      },
      { people: { contacts: { tel: '+998901234568', who: 'Dono' } } },
      { people: { contacts: [{ who: 'Eve' }] } },
    ];
    await fieldsIn({
      yaml: book(
        'book.json',
        ', phone: people.contacts.tel, region: UZ, map: { names: people.contacts.who, city: city, emails: mails.at }',
      ),
      files: { 'book.json': JSON.stringify(rows) },
    });
    const all = await sources?.lookUp([PHONE, '+998901234568'], { job: { id: 'job-2', number: 2, pass: 1 } });
    const emails = ['a@mail.example', 'b@mail.example', 'c@mail.example'];
    expect(all?.map(({ observations }) => observations.find(({ source }) => source === 'BOOK')?.fields)).toEqual([
      { names: [{ name: 'Ann', type: 'UNKNOWN' }], city: 'Nukus', emails },
      {
        names: [
          { name: 'Bob', type: 'UNKNOWN' },
          { name: 'Dono', type: 'UNKNOWN' },
        ],
        city: 'Nukus',
        emails,
      },
    ]);
  });

  it('is of the time that stands in a field within another', async () => {
    const rows = ['2015', '2020'].map((seen) => ({ phone: PHONE, city: `of ${seen}`, meta: { seen } }));
    sources = await startSources({
      yaml: book('book.json', ', observedAt: meta.seen, map: { city: city }'),
      files: { 'book.json': JSON.stringify(rows) },
    });
    const [one] = await sources.lookUp([PHONE]);
    expect(one?.observations.find(({ source }) => source === 'BOOK')).toMatchObject({
      observedAt: Date.UTC(2020),
      fields: { city: 'of 2020' },
    });
  });

  it('that has a row of more numbers than one may have is refused', async () => {
    for (const [phone, row] of [
      ['phone', { phone: phones(1001), city: 'Nukus' }],
      ['contacts.tel', { contacts: phones(1001).map((tel) => ({ tel })), city: 'Nukus' }],
    ] as const) {
      const begun = await startSources({
        yaml: book('book.json', `, phone: ${phone}`),
        files: { 'book.json': JSON.stringify([row]) },
      });
      const [one] = await begun.lookUp([PHONE]);
      await begun.close();
      expect(one?.sources.find(({ source }) => source === 'BOOK')?.message).toBe(
        `its file book.json could not be imported: a row of it has more than 1000 numbers in ${phone}`,
      );
    }
  });

  it('may name its columns as what every object inherits', async () => {
    const row =
      '{"phone":"' + PHONE + '","city":"Tashkent","constructor":"a","__proto__":{"city":"b"},"toString":["c"]}';
    expect(await fieldsIn({ yaml: book('book.json'), files: { 'book.json': row } })).toEqual({ city: 'Tashkent' });
  });

  it('knows nothing of other numbers, and is read anew only when its file changed', async () => {
    await fieldsIn({ yaml: book('book.csv'), files: { 'book.csv': `phone,city\n${PHONE},Tashkent\n` } });
    const [nobody] = (await sources?.lookUp(['+998901234568'])) ?? [];
    expect(nobody?.status).toBe('NOT_FOUND');
    writeFileSync(join(sources?.kit.dir ?? '', 'book.csv'), `phone,city\n${PHONE},Samarkand\n`);
    await sources?.restart();
    const [moved] = (await sources?.lookUp([PHONE], { job: { id: 'job-2', number: 2, pass: 1 } })) ?? [];
    expect(moved?.observations.at(-1)?.fields).toEqual({ city: 'Samarkand' });
  });

  it('is an .xlsx whose first row names the columns', async () => {
    const dir = tempDir();
    const file = join(dir.path, 'book.xlsx');
    const columns = ['Tel', 'First', 'Last', 'Mail 1', 'Mail 2'];
    const rows = [['+998 (90) 123-45-67', 'Anvar', 'Karimov', 'a@mail.example', 'b@mail.example']];
    await pipeline(writeSheet(columns, Readable.from(rows)), createWriteStream(file));
    const content = readFileSync(file);
    dir.remove();
    const map = ", phone: Tel, map: { names: '{First} {Last}', emails: [Mail 1, Mail 2] }";
    expect(await fieldsIn({ yaml: book('book.xlsx', map), files: { 'book.xlsx': content } })).toEqual({
      names: [{ name: 'Anvar Karimov', type: 'UNKNOWN' }],
      emails: ['a@mail.example', 'b@mail.example'],
    });
    await sources?.close();
    sources = undefined;
    const missing = book('book.xlsx', ', phone: Tel, map: { names: Name }');
    await expect(startSources({ yaml: missing, files: { 'book.xlsx': content } })).rejects.toThrow(
      'sources.yaml:2: sources.BOOK.map.names: the file has no column Name',
    );
  });

  it.each([
    ['book.csv', 'Tel;Name\n998901234567;Anvar\n'],
    ['book.json', '[{ "Tel": "998901234567", "Name": "Anvar" }, { "Tel": "998901234568" }]'],
  ])('that lacks a column of its mapping is a fault with its line, %s', async (file, text) => {
    const yaml = `sources:\n  BOOK:\n    connector: dataset\n    file: ${file}\n    phone: Phone\n    map:\n      names: Name\n      about: ['{Name} {Firm}', Mail]\n`;
    const faults = await startSources({ yaml, files: { [file]: text } }).then(
      () => [],
      (error: unknown) => (error as SettingsError).faults,
    );
    expect(faults).toEqual([
      'sources.yaml:5: sources.BOOK.phone: the file has no column Phone',
      'sources.yaml:8: sources.BOOK.map.about: the file has no column Firm',
      'sources.yaml:8: sources.BOOK.map.about: the file has no column Mail',
    ]);
  });

  it.each([
    ['phone', ', map: { names: Name }', 'phone;Name;phone'],
    ['Mail', ', map: { emails: Mail }', 'phone;Mail;Mail'],
    ['emails', '', 'phone;emails;emails'],
  ])(
    'that has several columns of a name that is read is a fault: one alone would be, %s',
    async (column, map, head) => {
      const files = { 'book.csv': `${head}\n${PHONE};a;b\n` };
      await expect(startSources({ yaml: book('book.csv', map), files })).rejects.toThrow(
        `the file book.csv cannot be read: several of its columns are called ${column}: give each a name of its own`,
      );
    },
  );

  it('may have several columns of a name that is not read', async () => {
    const files = { 'book.csv': `phone;city;;;note;note\n${PHONE};Tashkent;1;2;3;4\n` };
    expect(await fieldsIn({ yaml: book('book.csv', ', map: { city: city }'), files })).toEqual({ city: 'Tashkent' });
  });

  describe('whose file changes while it is asked', () => {
    let job = 10;
    const city = async (): Promise<unknown> => {
      const [one] = (await sources?.lookUp([PHONE], { job: { id: `job-${job}`, number: job++, pass: 1 } })) ?? [];
      return one?.observations.find(({ source }) => source === 'BOOK')?.fields?.city;
    };
    const write = (text: string): void => writeFileSync(join(sources?.kit.dir ?? '', 'book.csv'), text);
    const lastError = async (): Promise<string | undefined> =>
      (await sources?.admin.call(calls.getSource, { params: { name: 'BOOK' } }))?.json().lastError?.message;

    it('answers by the new rows once they are whole, and by those of before while the file is wrong', async () => {
      const yaml = book('book.csv', ', map: { city: city }');
      expect(await fieldsIn({ yaml, files: { 'book.csv': `phone,city\n${PHONE},Tashkent\n` } })).toEqual({
        city: 'Tashkent',
      });
      write(`phone,town\n${PHONE},Samarkand\n`);
      await askUntil(async () => (await lastError()) !== undefined);
      expect(await lastError()).toBe(
        'its changed file book.csv could not be imported, the rows of before answer: it has no column city',
      );
      expect(await city()).toBe('Tashkent');
      write(`phone,city,city\n${PHONE},Samarkand,Bukhara\n`);
      await askUntil(async () => (await lastError())?.endsWith('give each a name of its own'));
      expect(await city()).toBe('Tashkent');
      write(`phone,city\n${PHONE},Samarkand\n`);
      await askUntil(async () => (await city()) === 'Samarkand');
      expect(await lastError()).toBeUndefined();
    });
  });

  it('is of one process alone: another one that has the same folder is told so', async () => {
    await fieldsIn({ yaml: book('book.csv'), files: { 'book.csv': `phone,city\n${PHONE},Tashkent\n` } });
    const dataDir = sources?.kit.dir ?? '';
    await expect(openDatasetStore({ dataDir })).rejects.toThrow('give each instance a DATA_DIR of its own');
  });

  it('is read anew where the copy of it is damaged', async () => {
    const dir = tempDir();
    writeFileSync(join(dir.path, 'datasets.sqlite'), 'x'.repeat(9000));
    const store = await openDatasetStore({ dataDir: dir.path });
    expect(await store.begin('BOOK', 'any')).not.toBeNull();
    await store.close();
    dir.remove();
  });

  it('that has no second line is refused as soon as the first is too long', async () => {
    const dir = tempDir();
    const file = join(dir.path, 'book.csv');
    writeFileSync(file, Buffer.alloc(48 * 1024 * 1024, 'x'));
    const begun = performance.now();
    await expect(readRows(file, new Set()).next()).rejects.toThrow(/record/i);
    expect(performance.now() - begun).toBeLessThan(5000);
    dir.remove();
  });

  it('that cannot be read as what it is is a fault with its line', async () => {
    await expect(startSources({ yaml: book('book.json'), files: { 'book.json': '[{ "phone": ' } })).rejects.toThrow(
      'sources.yaml:2: sources.BOOK.file: the file book.json cannot be read: the file breaks off within an object',
    );
  });
});

describe('a dataset of which nothing can be read', () => {
  const stateOf = async (file: string, text: string, map: string) => {
    sources = await startSources({ yaml: book(file, `, ${map}`), files: { [file]: text } });
    await sources.lookUp(phones(60));
    return SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'BOOK' } })).json());
  };
  const csv = (born: string): string =>
    `phone;born;vip\n${phones(60)
      .map((phone) => `${phone};${born};yes\n`)
      .join('')}`;
  const json = (more: object): string =>
    phones(60)
      .map((phone) => JSON.stringify({ phone, ...more }))
      .join('\n');

  it.each([
    ['values that are no field', 'a.csv', csv('soon'), 'map: { lastOnline: born }'],
    ['columns that are no field, without a map', 'b.csv', csv('soon'), 'phone: phone'],
    ['texts where objects are wanted', 'c.jsonl', json({ accounts: 'none' }), 'map: { socialNetworks: accounts }'],
  ])('%s: is paused, with one answer to look at', async (_what, file, text, map) => {
    expect(await stateOf(file, text, map)).toMatchObject({
      state: 'PAUSED',
      pausedBy: null,
      cause: MAPPING_MESSAGE,
      keptAnswer: expect.stringContaining('phone'),
    });
  });

  it.each([
    ['empty cells', 'd.csv', csv(''), 'map: { birthDate: born }'],
    [
      'objects of which most lack the field',
      'e.jsonl',
      `${json({ vip: true })}\n{"phone":"+12025550123","born":"1985-03-02"}`,
      'map: { birthDate: born }',
    ],
  ])('%s: is not', async (_what, file, text, map) => {
    expect((await stateOf(file, text, map)).state).toBe('CLOSED');
  });
});
