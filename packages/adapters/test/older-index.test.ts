import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { type PackedDocument, packDocument } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { indexMigrations } from '../src/embedded/search/index-schema.ts';
import { openDatabase } from '../src/sqlite/index.ts';

const dir = tempDir();
afterAll(() => dir.remove());

const documentOf = (phone: string): PackedDocument =>
  packDocument({
    phone,
    revision: 1,
    terms: { job: ['1'] },
    facets: { jobId: ['1'], country: ['UZ'] },
    sort: { name: '', timestamp: 0, confidence: 0 },
  });

it('says of a file from before values were counted that it is outdated, until it is rebuilt', async () => {
  const path = join(dir.path, 'older.sqlite');
  const older = openDatabase({ path, migrations: indexMigrations.slice(0, 2) });
  older.exec(`INSERT INTO tokens (rowid, t) VALUES (1, 'j01'); INSERT INTO docs VALUES (1, 1, '', 0, 0);
    UPDATE totals SET value = 1`);
  older.close();
  const index = await openEmbeddedIndex({ path });
  expect(await index.isOutdated()).toBe(true);
  await index.upsert([documentOf('+99890')]);
  expect(await index.isOutdated()).toBe(true);
  const all = async function* () {
    yield [documentOf('+1'), documentOf('+99890')];
  };
  expect(await index.rebuild(all())).toBe(true);
  expect(await index.isOutdated()).toBe(false);
  expect(await index.facets({ must: [], should: [] }, 20)).toMatchObject({
    country: [{ value: 'UZ', documents: 2 }],
    jobId: [{ value: '1', documents: 2 }],
  });
  await index.close();
});

it('says of a new file that it is up to date', async () => {
  const index = await openEmbeddedIndex({ path: join(dir.path, 'new.sqlite') });
  expect(await index.isOutdated()).toBe(false);
  await index.close();
});
