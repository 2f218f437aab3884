import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { openDatasetStore } from '../src/store/datasets/index.ts';
import { PHONE, type SourcesUnderTest, startSources, type UnderTestOptions } from './support/sources-under-test.ts';

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

  it('that cannot be read as what it is fails its part and nothing else', async () => {
    sources = await startSources({ yaml: book('book.json'), files: { 'book.json': '[{ "phone": ' } });
    const [resolved] = await sources.lookUp([PHONE]);
    expect(resolved?.sources).toMatchObject([
      { source: 'NUMBERING_PLAN', status: 'FOUND' },
      { source: 'BOOK', status: 'FAILED', message: 'its file could not be imported' },
    ]);
  });
});
