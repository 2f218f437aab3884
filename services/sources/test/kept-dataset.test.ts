import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { DatasetSource } from '../src/connectors/dataset/dataset-source.ts';
import { KeptDataset } from '../src/connectors/dataset/kept-dataset.ts';
import { openDatasetStore } from '../src/store/datasets/index.ts';
import type { DatasetStore } from '../src/store/datasets/dataset-store.port.ts';
import { PHONE } from './support/sources-under-test.ts';

const FULL = 'database or disk is full';

let dir: ReturnType<typeof tempDir>;
let file: string;
let store: DatasetStore;
let dataset: KeptDataset;
let now = 0;
beforeEach(async () => {
  dir = tempDir();
  file = join(dir.path, 'book.csv');
  writeFileSync(file, `phone,city\n${PHONE},Tashkent\n`);
  store = await openDatasetStore({ dataDir: dir.path });
  dataset = new KeptDataset({
    name: 'BOOK',
    config: DatasetSource.parse({ connector: 'dataset', file, map: { city: 'city' } }),
    store,
    log: createLogger('sources', 'silent'),
    now: () => now,
  });
});
afterEach(async () => {
  await dataset.close();
  await store.close();
  dir.remove();
});

const rows = async (): Promise<string[]> => (await store.find('BOOK', [PHONE])).map(({ row }) => row);

it('takes a file that a full disk kept from being imported, after a rest and without its being touched', async () => {
  const add = jest.spyOn(store, 'add').mockRejectedValueOnce(new Error(FULL));
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  expect(dataset.trouble?.message).toBe(`its file could not be imported: ${FULL}`);
  now += 60_000;
  expect(await askUntil(() => dataset.ready(), Boolean, { withinMs: 20_000 })).toBe(true);
  expect(dataset.trouble).toBeNull();
  expect(await rows()).toEqual([JSON.stringify({ phone: PHONE, city: 'Tashkent' })]);
  expect(add).toHaveBeenCalledTimes(2);
});

it('rests before it tries the same file again, and not before it takes another one', async () => {
  const begin = jest.spyOn(store, 'begin').mockRejectedValueOnce(new Error(FULL));
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  writeFileSync(file, `phone,city\n${PHONE},Samarkand\n`);
  await askUntil(() => dataset.ready());
  expect(await rows()).toEqual([JSON.stringify({ phone: PHONE, city: 'Samarkand' })]);
  expect(begin).toHaveBeenCalledTimes(2);
});

it('tries a faulty file no more before it changes', async () => {
  writeFileSync(file, `phone,town\n${PHONE},Tashkent\n`);
  const begin = jest.spyOn(store, 'begin');
  await dataset.start();
  expect(await dataset.ready()).toBe(false);
  expect(dataset.trouble?.message).toBe('its file could not be imported: it has no column city');
  now += 60_000;
  writeFileSync(file, `phone,city\n${PHONE},Samarkand\n`);
  await askUntil(() => dataset.ready());
  expect(begin).toHaveBeenCalledTimes(2);
});
