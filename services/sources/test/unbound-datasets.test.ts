import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { type DatasetStore, openDatasetStore } from '../src/store/datasets/index.ts';
import { start } from './support/each-test.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const csvOf = (name: string): string => `phone,name\n${PHONE},${name}\n`;
const bookOf = (name: string, more = ''): string =>
  `  ${name}: { connector: dataset, file: ${name.toLowerCase()}.csv, map: { names: name }${more} }\n`;
const files = { 'crm.csv': csvOf('Ann Removed'), 'book.csv': csvOf('Bob Kept'), 'off.csv': csvOf('Cyrus Off') };

/** Rows in the tables of this folder. */
function rowsIn(dir: string): string {
  const db = new DatabaseSync(join(dir, 'datasets.sqlite'), { readOnly: true });
  try {
    return JSON.stringify(db.prepare('SELECT row FROM entry').all());
  } finally {
    db.close();
  }
}
const dropped = ({ kit }: SourcesUnderTest): Promise<boolean> =>
  askUntil(async () => !rowsIn(kit.dir).includes('Ann Removed'));

it('the rows of a dataset that its file names no more are dropped, of one that is switched off they stay', async () => {
  const all = bookOf('CRM') + bookOf('BOOK') + bookOf('OFF');
  const sources = await start({ yaml: `sources:\n${all}`, files });
  await sources.lookUp([PHONE]);
  const text = (name: string): string => readFileSync(join(sources.kit.dir, name), 'latin1');
  const holds = (what: string): boolean =>
    ['datasets.sqlite', 'datasets.sqlite-wal'].some((name) => text(name).includes(what));
  expect(holds('Ann Removed')).toBe(true);
  writeFileSync(
    join(sources.kit.dir, 'sources.yaml'),
    `sources:\n${bookOf('BOOK')}${bookOf('OFF', ', enabled: false')}`,
  );
  await sources.restart();
  const rowsOf = async (): Promise<string> => JSON.stringify(await sources.lookUp([PHONE], { reuseFresh: false }));
  expect(await rowsOf()).toContain('Bob Kept');
  await dropped(sources);
  await sources.service.close();
  // What is left of the log was brought into the file with the last connection.
  expect(text('datasets.sqlite')).not.toContain('Ann Removed');
  expect(text('datasets.sqlite')).toContain('Bob Kept');
  expect(text('datasets.sqlite')).toContain('Cyrus Off');
});

it('a dataset is dropped while the service runs, once nobody asks it any more', async () => {
  const sources = await start({ yaml: `sources:\n${bookOf('CRM')}${bookOf('BOOK')}`, files });
  await sources.lookUp([PHONE]);
  writeFileSync(join(sources.kit.dir, 'sources.yaml'), `sources:\n${bookOf('BOOK')}`);
  await dropped(sources);
  expect(rowsIn(sources.kit.dir)).toContain('Bob Kept');
});

it('many rows go piece by piece, and what others have stays', async () => {
  const dir = tempDir();
  let store: DatasetStore | undefined;
  try {
    store = await openDatasetStore({ dataDir: dir.path });
    const put = async (name: string, count: number): Promise<void> => {
      const generation = (await store?.begin(name, 'a')) ?? 0;
      await store?.add(
        generation,
        phones(count).map((phone) => ({ phone, row: `{"of":"${name}"}` })),
      );
      await store?.finish(name, generation, 'a');
    };
    await put('KEPT', 10);
    await put('GONE', 12_000);
    await put('LATER', 10);
    const pieces: boolean[] = [];
    for (let hasMore = true; hasMore;) pieces.push((hasMore = await store.dropOthers(['KEPT', 'LATER'])));
    expect(pieces).toEqual([true, true, true, false]);
    const [one = ''] = phones(1);
    const rowsOf = async (name: string): Promise<unknown> => (await store?.find(name, [one]))?.[0]?.rows;
    expect([await rowsOf('KEPT'), await rowsOf('GONE'), await rowsOf('LATER')]).toEqual([
      ['{"of":"KEPT"}'],
      [],
      ['{"of":"LATER"}'],
    ]);
    expect(await store.fingerprintOf('GONE')).toBeNull();
  } finally {
    await store?.close();
    dir.remove();
  }
});
