import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { calls, serviceNames } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { withDatabase } from '../../src/distributed-engines.ts';
import { engineSettings } from '../../src/engine-settings.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/fake-provider.ts';
import { dropDataDir, newDataDir, root } from '../../src/installation.ts';
import { phonesFile } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { jobIs } from '../../src/watch-job.ts';

const PHONES = 400;
const dataDir = newDataDir();
let provider: FakeProvider;
let product: Product | undefined;

afterAll(async () => {
  await product?.stop('SIGKILL');
  await provider?.close();
  await dropDataDir(dataDir);
});

type Documents = Record<string, Array<{ _id: never }>>;

/** All records of all services, as a dump has them: documents, and no indexes. */
const dump = (): Promise<Documents[]> =>
  Promise.all(
    serviceNames.map((service) =>
      withDatabase(dataDir, service, async (db) => {
        const found: Documents = {};
        for (const { collectionName } of (await db.db?.collections()) ?? [])
          found[collectionName] = await db.collection<{ _id: never }>(collectionName).find().toArray();
        await db.dropDatabase();
        return found;
      }),
    ),
  );

async function bringBack(dumped: readonly Documents[]): Promise<void> {
  for (const [n, service] of serviceNames.entries())
    await withDatabase(dataDir, service, async (db) => {
      for (const [name, documents] of Object.entries(dumped[n] ?? {}))
        if (documents.length > 0) await db.collection<{ _id: never }>(name).insertMany(documents);
    });
}

async function dropIndices(): Promise<number> {
  const { origin, searchParams } = new URL(engineSettings(dataDir)['SEARCH_URL'] ?? '');
  const found = await fetch(`${origin}/_cat/indices/${searchParams.get('prefix')}*?h=index&format=json`);
  const indices = (await found.json()) as Array<{ index: string }>;
  for (const { index } of indices) await fetch(`${origin}/${index}`, { method: 'DELETE' });
  return indices.length;
}

it('goes on from what MongoDB held, with the index made anew from it', async () => {
  provider = await startFakeProvider(2);
  const sources = providerSources(provider.url, { concurrency: 32 });
  product = await startProduct({ dataDir, sources });
  const api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Kept' });
  const before = await jobIs(api, number, 'DONE', 120_000);
  const filters = { jobId: { values: [String(number)], and: true } };
  const found = await api.call(calls.searchProfiles, { body: { filters } });
  expect(found.totalElements).toBe((PHONES * 3) / 4);
  await product.stop();

  const dumped = await dump();
  expect(await dropIndices()).toBeGreaterThan(0);
  await bringBack(dumped);
  const env = { ...process.env, ...engineSettings(dataDir), LOG_LEVEL: 'error' };
  await promisify(execFile)(process.execPath, [join(root, 'services/profiles/src/rebuild.ts')], { env });

  product = await startProduct({ dataDir, sources });
  const again = await Api.login(product.url);
  const [job] = (await again.call(calls.searchJobs, { body: {} })).content.filter(({ name }) => name === 'Kept');
  expect(job).toMatchObject({ number, status: 'DONE', counts: before.counts });
  const after = await again.call(calls.searchProfiles, { body: { filters } });
  expect(after.totalElements).toBe(found.totalElements);
  expect(after.content).toEqual(found.content);
  expect(await again.call(calls.auditChain)).toMatchObject({ whole: true });
  await product.stop();
}, 400_000);
