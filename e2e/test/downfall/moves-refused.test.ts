import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { withDatabase } from '../../src/product/distributed-engines.ts';
import { engineSettings } from '../../src/product/engine-settings.ts';
import { dropDataDir, newDataDir } from '../../src/product/installation.ts';
import { beginMove } from '../../src/product/mover.ts';
import { startProduct } from '../../src/product/product.ts';

const [mine, other] = [newDataDir(), newDataDir()];

/** One process starts in the folder, meets its administrator, and ends: the folder has a trail then. */
async function use(dataDir: string, meanwhile?: () => Promise<void>): Promise<void> {
  const product = await startProduct({ dataDir, embedded: true });
  try {
    await Api.login(product.url);
    await meanwhile?.();
  } finally {
    await product.stop();
  }
}

async function move(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; printed: string }> {
  const run = beginMove(dataDir, env);
  return { code: await run.ended, printed: run.printed() };
}

/** A move of the other folder to where nobody answers. It gives each engine 20 seconds, which go by while other tests run. */
let unanswered: ReturnType<typeof move>;
beforeAll(async () => {
  await use(other);
  const nobody = '127.0.0.1:9';
  unanswered = move(other, {
    STORE_URL: `mongodb://someone:hidden@${nobody}`,
    SEARCH_URL: `http://someone:hidden@${nobody}`,
    BLOB_URL: `s3+http://key:hidden@${nobody}/bucket`,
    BUS_URL: `kafka://${nobody}`,
  });
});

const unset = (field: string) => ({ $unset: { [field]: '' } });

afterAll(async () => {
  for (const dataDir of [mine, other]) await dropDataDir(dataDir);
});

it('refuses a folder that is none, and one that is in use', async () => {
  expect(await move(join(mine, 'nowhere'))).toMatchObject({
    code: 1,
    printed: expect.stringContaining('there is no folder'),
  });
  await use(mine, async () => {
    expect(await move(mine)).toMatchObject({ code: 1, printed: expect.stringContaining('another process is using') });
  });
});

it('refuses records that processes of the distributed way are at work on', async () => {
  const until = new Date(Date.now() + 600_000);
  await withDatabase(mine, 'jobs', (db) => db.collection('leases').insertOne({ until }));
  expect(await move(mine)).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/STORE_URL: jobs of the distributed way run/),
  });
  await withDatabase(mine, 'jobs', (db) => db.dropDatabase());
});

it('names what differs on the other side, carries it anew, and tells when the folder was used after that', async () => {
  expect(await move(mine)).toMatchObject({ code: 0, printed: expect.not.stringContaining('DIFFERS') });

  // As if the run had been killed before it compared, and somebody had changed what it carried.
  await withDatabase(mine, 'moves', (db) => db.collection('moves').updateMany({}, unset('finished')));
  await withDatabase(mine, 'users', (db) => db.collection('users').updateMany({}, { $set: { userName: 'other' } }));
  await withDatabase(mine, 'audit', (db) => db.collection<{ _id: number }>('entries').deleteOne({ _id: 1 }));
  await withDatabase(mine, 'profiles', (db) => db.collection('rules').insertOne({ version: 1 }));
  const { code, printed } = await move(mine);
  expect(code).toBe(1);
  expect(printed).toMatch(/^users +1 +1 .*DIFFERS$/m);
  expect(printed).toMatch(/users: users: \S+ is not the same/);
  expect(printed).toMatch(/audit entries: entries: 1 is missing/);
  expect(printed).toMatch(/_profiles\.rules holds 2 documents, of which 1 were carried/);
  expect(printed).toMatch(/^jobs +1 +1 .*the same$/m);

  expect(await move(mine)).toMatchObject({ code: 0, printed: expect.stringContaining('begins anew') });
  expect(await move(mine)).toMatchObject({ code: 0, printed: expect.stringContaining('nothing was changed') });
  await use(mine);
  expect(await move(mine)).toMatchObject({ code: 1, printed: expect.stringContaining('has been used since') });
});

it('lists every engine that does not answer, and shows no password', async () => {
  const { code, printed } = await unanswered;
  expect(code).toBe(1);
  for (const name of ['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL']) expect(printed).toContain(`${name}: `);
  expect(printed).not.toContain('hidden');
});

it('refuses engines that hold another installation', async () => {
  expect(await move(other, engineSettings(mine))).toMatchObject({
    code: 1,
    printed: expect.stringContaining('another installation was moved there'),
  });
  await withDatabase(mine, 'moves', (db) => db.dropDatabase());
  expect(await move(other, engineSettings(mine))).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/_users is not empty/),
  });
});
