import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createTestKit, onMongo, openTestRecords, testDatabase } from '@numscope/testing';
import { readOwnModel } from '../src/faces/own-model.ts';
import { openImageStore } from '../src/store/sqlite/index.ts';
import { quickEncoder } from './quick-encoder.ts';
import { tinyModelFolder } from './tiny-model.ts';

const script = join(import.meta.dirname, '../../../scripts/faces.ts');
const ids = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64));

it('tells how far the configured model has looked, and has all pictures looked at again', async () => {
  const test = await createTestKit('images');
  const folder = tinyModelFolder({});
  const { model } = await readOwnModel(folder);
  const store = await openTestRecords(test, {
    sqlite: () => openImageStore({ dataDir: test.dir }),
    mongo: async (connection) =>
      (await import('../src/store/mongo/index.ts')).openImageMongoStore(connection, { log: test.kit.log }),
  });
  for (const id of ids) {
    await store.begin({ id, type: 'image/png', width: 4, height: 3, bytes: 9 }, 1000, 0);
    await store.confirm(id, []);
  }
  const [two = '', none = '', broken = ''] = ids;
  const [seen] = await quickEncoder({ threads: 1 }).encode(Buffer.from('picture'));
  if (!seen) throw new Error('no face was seen');
  const faces = [0, 1].map((n) => ({ ...seen, id: `${two}.${n}`, imageId: two, model: model.id }));
  await store.faces.keep(two, model.id, faces, 1000, []);
  await store.faces.keep(none, model.id, [], 1000, []);
  await store.faces.fail(broken, model.id, 'broken');
  // The embedded one is for a product that is stopped.
  await store.close();

  const where = onMongo() ? { STORE_URL: (await testDatabase(test)).url } : { DATA_DIR: test.dir };
  const run = async (word: string, env: Record<string, string> = {}): Promise<string> => {
    const running = promisify(execFile)(process.execPath, [script, word], {
      env: { ...process.env, STORE_URL: '', FACE_MODEL: '', ...where, ...env },
    });
    return running.then(
      ({ stdout, stderr }) => stdout + stderr,
      (error: { stdout: string; stderr: string }) => `failed: ${error.stdout}${error.stderr}`,
    );
  };
  const own = { FACE_MODEL: folder };
  expect(await run('count', own)).toContain(
    '2 pictures looked at, 2 faces on them; 1 waiting; 1 could not be looked at.',
  );
  expect(await run('count')).toContain('0 pictures looked at, 0 faces on them; 4 waiting; 0 could not be looked at.');
  expect(await run('count', { FACE_MODEL: '/nowhere' })).toMatch(
    /failed: [^]*FACE_MODEL: the folder has no model\.yaml/,
  );
  expect(await run('look', own)).toContain('4 pictures are looked at again');
  expect(await run('count', own)).toContain('0 pictures looked at, 0 faces on them; 4 waiting; 0 could not be');
  rmSync(folder, { recursive: true });
  await test.close();
});
