import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { DatasetSource } from '../src/connectors/dataset/dataset-source.ts';
import { KeptDataset } from '../src/connectors/dataset/kept-dataset.ts';
import { type DatasetStore, openDatasetStore } from '../src/store/datasets/index.ts';
import { PHONE, phones } from './support/sources-under-test.ts';

const FULL = 'database or disk is full';

const rowIn = (city: string): string => JSON.stringify({ phone: PHONE, city });

let dir: ReturnType<typeof tempDir>;
let file: string;
let store: DatasetStore;
let dataset: KeptDataset;
let heirs: KeptDataset[] = [];
let now = 0;

const datasetOf = (of: string, more: object = {}): KeptDataset =>
  new KeptDataset({
    name: 'BOOK',
    config: DatasetSource.parse({ connector: 'dataset', file: of, map: { city: 'city' }, ...more }),
    store,
    log: createLogger('sources', 'silent'),
    now: () => now,
  });

/** Who keeps it from now on, as after a restart or a change of the sources file. */
async function heirOf(of: string, more: object = {}): Promise<KeptDataset> {
  const heir = datasetOf(of, more);
  heirs.push(heir);
  await heir.start();
  return heir;
}

/** Holds up the next group of rows that is to be added. */
function holdAdding() {
  const add = store.add.bind(store);
  const [come, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const spy = jest.spyOn(store, 'add').mockImplementationOnce(async (...added) => {
    come.resolve();
    await held.promise;
    await add(...added);
  });
  return { spy, come: come.promise, release: held.resolve };
}

beforeEach(async () => {
  dir = tempDir();
  file = join(dir.path, 'book.csv');
  writeFileSync(file, `phone,city\n${PHONE},Tashkent\n`);
  store = await openDatasetStore({ dataDir: dir.path });
  dataset = datasetOf(file);
});
afterEach(async () => {
  await Promise.all([dataset, ...heirs].map((one) => one.close()));
  heirs = [];
  await store.close();
  dir.remove();
});

const rows = async (): Promise<string[]> => (await store.find('BOOK', [PHONE])).flatMap(({ rows }) => rows ?? []);

it('takes a file that a full disk kept from being imported, after a rest and without its being touched', async () => {
  const add = jest.spyOn(store, 'add').mockRejectedValueOnce(new Error(FULL));
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  expect(dataset.trouble?.message).toBe(`its file book.csv could not be imported: ${FULL}`);
  now += 60_000;
  expect(await askUntil(() => dataset.ready(), Boolean, { withinMs: 20_000 })).toBe(true);
  expect(dataset.trouble).toBeNull();
  expect(await rows()).toEqual([rowIn('Tashkent')]);
  expect(add).toHaveBeenCalledTimes(2);
});

it('hands a few rows on at once where they are long, also of one that is of many numbers', async () => {
  const city = 'x'.repeat(1_000_000);
  file = join(dir.path, 'book.json');
  const items = [...Array.from({ length: 10 }, () => PHONE), phones(20)].map((phone) => ({ phone, city }));
  writeFileSync(file, JSON.stringify(items));
  const add = jest.spyOn(store, 'add');
  const heir = await heirOf(file);
  expect(await heir.ready()).toBe(true);
  expect(await rows()).toHaveLength(10);
  const groups = add.mock.calls.map(([, added]) => added.length);
  expect(groups.reduce((sum, count) => sum + count)).toBe(30);
  expect(Math.max(...groups)).toBe(5);
});

it('rests before it tries the same file again, and not before it takes another one', async () => {
  const begin = jest.spyOn(store, 'begin').mockRejectedValueOnce(new Error(FULL));
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  writeFileSync(file, `phone,city\n${PHONE},Samarkand\n`);
  await askUntil(() => dataset.ready());
  expect(await rows()).toEqual([rowIn('Samarkand')]);
  expect(begin).toHaveBeenCalledTimes(2);
});

it('tries a faulty file no more before it changes', async () => {
  writeFileSync(file, `phone,town\n${PHONE},Tashkent\n`);
  const begin = jest.spyOn(store, 'begin');
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  expect(dataset.trouble?.message).toBe('its file book.csv could not be imported: it has no column city');
  now += 60_000;
  writeFileSync(file, `phone,city\n${PHONE},Samarkand\n`);
  await askUntil(() => dataset.ready());
  expect(begin).toHaveBeenCalledTimes(2);
});

it('puts nothing in place of the rows of another file that was named meanwhile', async () => {
  const { come, release } = holdAdding();
  await dataset.start();
  await come;
  const other = join(dir.path, 'other.csv');
  writeFileSync(other, `phone,city\n${PHONE},Samarkand\n`);
  expect(await (await heirOf(other)).ready()).toBe(true);
  release();
  await dataset.ready();
  expect(dataset.trouble?.message).toContain('another import has begun');
  expect(await rows()).toEqual([rowIn('Samarkand')]);
});

it('puts nothing in place of the rows that stand when their file is named again meanwhile', async () => {
  await dataset.start();
  expect(await dataset.ready()).toBe(true);
  const other = join(dir.path, 'other.csv');
  writeFileSync(other, `phone,city\n${PHONE},Samarkand\n`);
  const { come, release } = holdAdding();
  const between = await heirOf(other);
  await come;
  expect(await (await heirOf(file)).ready()).toBe(true);
  release();
  await between.ready();
  expect(between.trouble?.message).toContain('another import has begun');
  expect(await rows()).toEqual([rowIn('Tashkent')]);
});

it('breaks an import off when it is closed, and has no trouble', async () => {
  writeFileSync(file, `phone,city\n${`${PHONE},Tashkent\n`.repeat(3000)}`);
  const finish = jest.spyOn(store, 'finish');
  const { spy, come, release } = holdAdding();
  await dataset.start();
  await come;
  const closed = dataset.close();
  release();
  await closed;
  expect(spy).toHaveBeenCalledTimes(1);
  expect(finish).not.toHaveBeenCalled();
  expect(dataset.trouble).toBeNull();
});

it('answers by the rows of before a restart while the changed file cannot be imported', async () => {
  await dataset.start();
  expect(await dataset.ready()).toBe(true);
  await dataset.close();
  writeFileSync(file, `phone,town\n${PHONE},Samarkand\n`);
  const heir = await heirOf(file);
  expect(await heir.ready()).toBe(true);
  expect(heir.trouble?.message).toBe(
    'its changed file book.csv could not be imported, the rows of before answer: it has no column city',
  );
  expect(await rows()).toEqual([rowIn('Tashkent')]);
});

it.each([
  ['of another column', { phone: 'tel' }],
  ['as those of another region', { region: 'UZ' }],
])('does not answer by rows of before a restart whose numbers were read %s', async (_what, more) => {
  await dataset.start();
  expect(await dataset.ready()).toBe(true);
  await dataset.close();
  writeFileSync(file, `phone,tel,town\n${PHONE},${PHONE},Samarkand\n`);
  const heir = await heirOf(file, more);
  expect(await heir.ready()).toBe(false);
  expect(heir.trouble?.message).toBe('its file book.csv could not be imported: it has no column city');
});

it('reads the file anew, before it answers, that an earlier release read otherwise', async () => {
  await dataset.start();
  expect(await dataset.ready()).toBe(true);
  await dataset.close();
  const kept = await store.fingerprintOf('BOOK');
  const older = kept?.replace(/^\[\d+/, '[2') ?? '';
  expect(older).not.toBe(kept);
  jest.spyOn(store, 'fingerprintOf').mockResolvedValue(older);
  writeFileSync(file, `phone,town\n${PHONE},Samarkand\n`);
  expect(await (await heirOf(file)).ready()).toBe(false);
});
