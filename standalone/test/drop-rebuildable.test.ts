import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { dropRebuildable } from '../src/data-folder/drop-rebuildable.ts';

const log = createLogger('start', 'silent');
const access = { username: null, password: null, ca: null, cert: null, key: null, saslMechanism: 'plain' } as const;
const own = { storeUrl: null, busUrl: null, blobUrl: null };
let dir: ReturnType<typeof tempDir>;

const isThere = (): boolean[] =>
  ['index.sqlite', 'faces', 'users.sqlite'].map((name) => existsSync(join(dir.path, name)));

beforeEach(() => {
  dir = tempDir();
  for (const file of ['index.sqlite', 'users.sqlite'])
    openDatabase({ path: join(dir.path, file), migrations: ['CREATE TABLE a (b)'] }).close();
  mkdirSync(join(dir.path, 'faces'));
  writeFileSync(join(dir.path, 'faces', 'vectors'), 'x');
});
afterEach(() => dir.remove());

it('keeps the own index and vectors where they are searched', () => {
  dropRebuildable({ ...own, dataDir: dir.path, searchUrl: null }, log);
  expect(isThere()).toEqual([true, true, true]);
});

it('drops them where Elasticsearch is searched: nobody would erase anything from them', () => {
  dropRebuildable({ ...own, dataDir: dir.path, searchUrl: { url: 'http://127.0.0.1:9', access } }, log);
  expect(isThere()).toEqual([false, false, true]);
});
