import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { beginCommand, runCommand } from '../../src/product/commands.ts';
import {
  addPicture,
  dropBucket,
  dropDatabases,
  dropIndices,
  objectBytes,
  rawRecords,
} from '../../src/product/distributed-engines.ts';
import { engineSettings } from '../../src/product/engine-settings.ts';
import { dropDataDir, newDataDir, root } from '../../src/product/installation.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { pictured, type PortraitProvider, startPortraitProvider } from '../../src/providers/portrait-provider.ts';
import { ONE_OF_EACH, type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const UNKNOWN = 300;
const PICTURED = Object.keys(pictured);
/** A picture and its small version. */
const BLOBS = 2 * new Set(Object.values(pictured)).size;
const WHOLE = 'holds no whole backup';

const dataDir = newDataDir();
const folder = join(dataDir, 'backups');
const env = { ...engineSettings(dataDir), DATA_DIR: dataDir };
// Not a matter of this test, and slow to load.
const settings = { scale: ONE_OF_EACH, env: { FACES: 'false' } };
let provider: PortraitProvider | undefined;
let product: Product | undefined;

afterAll(async () => {
  await product?.stop('SIGKILL');
  await provider?.close();
  await dropDataDir(dataDir);
});

/** Inverts a byte in the middle of a file. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = ~(bytes[at] ?? 0) & 0xff;
  writeFileSync(file, bytes);
}

const filesBelow = (dir: string, ending: string): string[] =>
  readdirSync(dir, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(dir, name));

/** A job with pictures, all of it done; what the product says of it, and how it ends. */
async function lookUp(sources: string) {
  product = await startProduct({ dataDir, sources, ...settings });
  const api = await Api.login(product.url);
  const file = `${PICTURED.join('\n')}\n${phonesFile(UNKNOWN)}`;
  const { number } = await api.upload([file], { name: 'Kept' });
  const job = await jobIs(api, number, 'DONE', 120_000);
  const filters = { jobId: { values: [String(number)], and: true } };
  const found = await api.call(calls.searchProfiles, { body: { filters } });
  expect(found.totalElements).toBe(PICTURED.length);
  await product.stop();
  return { job, number, filters, found };
}

it('brings an installation of the distributed way back from a backup, by the two commands', async () => {
  provider = await startPortraitProvider();
  const { sources } = provider;
  const { job, number, filters, found } = await lookUp(sources);

  // The server that all tests share shows no moments; services that run are refused whatever is said.
  const words = ['--to', folder, '--stopped'];
  const running = await runCommand('backup', ['--to', folder], env);
  expect(running).toMatchObject({ code: 2, printed: expect.stringContaining('Stop all services') });

  const killed = beginCommand('backup', words, env);
  await killed.prints('jobs: ');
  killed.kill();
  expect(await killed.ended).toMatchObject({ code: null });
  const nothing = await runCommand('restore', ['--from', folder], env);
  expect(nothing).toMatchObject({ code: 2, printed: expect.stringContaining(WHOLE) });

  const first = await runCommand('backup', words, env);
  expect(first).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`${BLOBS} files, of which ${BLOBS} are new`),
  });

  await addPicture(dataDir, Buffer.from('one more picture'));
  const second = await runCommand('backup', [...words, '--incremental'], env);
  expect(second).toMatchObject({ code: 0, printed: expect.stringContaining(`${BLOBS + 2} files, of which 2 are new`) });

  const [records, pictures] = [await rawRecords(dataDir), await objectBytes(dataDir)];
  expect(pictures.size).toBe(BLOBS + 2);
  const full = await runCommand('restore', ['--from', folder], env);
  expect(full).toMatchObject({ code: 2, printed: expect.stringContaining('--replace') });

  await dropDatabases(dataDir);
  await dropBucket(dataDir);
  expect(await dropIndices(dataDir)).toBeGreaterThan(0);

  const files = [
    ...filesBelow(join(folder, 'records'), 'profiles.bson'),
    ...filesBelow(join(folder, 'records'), 'phones.bson'),
  ];
  for (const file of files) spoil(file);
  const refused = await runCommand('restore', ['--from', folder], env);
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('is damaged: its SHA-256 is') });
  expect(await rawRecords(dataDir)).toEqual({});
  for (const file of files) spoil(file);

  const restored = await runCommand('restore', ['--from', folder], env);
  expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('groups are set back') });
  expect(await rawRecords(dataDir)).toEqual(records);
  expect(await objectBytes(dataDir)).toEqual(pictures);

  const rebuild = { env: { ...process.env, ...engineSettings(dataDir), LOG_LEVEL: 'error' } };
  await promisify(execFile)(process.execPath, [join(root, 'services/profiles/src/rebuild.ts')], rebuild);

  product = await startProduct({ dataDir, sources, ...settings });
  const again = await Api.login(product.url);
  const [kept] = (await again.call(calls.searchJobs, { body: {} })).content.filter(({ name }) => name === 'Kept');
  expect(kept).toMatchObject({ number, status: 'DONE', counts: job.counts });
  const after = await again.call(calls.searchProfiles, { body: { filters } });
  expect(after.totalElements).toBe(found.totalElements);
  expect(after.content).toEqual(found.content);
  expect(await again.call(calls.auditChain)).toMatchObject({ whole: true });

  // While services run nobody can say that they do not.
  const lied = await runCommand('backup', [...words, '--incremental'], env);
  expect(lied).toMatchObject({ code: 2, printed: expect.stringContaining('of the distributed way run on it') });
  await product.stop();
}, 400_000);
