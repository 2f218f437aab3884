import { afterAll, afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api } from '../../src/calls/api.ts';
import { beginCommand, runCommand } from '../../src/product/commands.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { ownFolders } from '../../src/product/own-folders.ts';
import { expectOneResultEach } from '../../src/kills/one-result-each.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { seeded } from '../../src/people/seeded.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const PHONES = scaled(3000, 30_000);
const MOMENTS = scaled(2, 20);
/** Until there in the job, in percent, moments are chosen; the rest is for how late it is told how far it is. */
const LATEST = scaled(80, 95);
const KILLS = scaled(1, 6);
const CONCURRENCY = 64;
/** While backups are taken a number takes so long, so that the job is at work all the time, also on a busy machine. */
const SLOW_MS = scaled(150, 250);
/** The longer while one is taken: a command that takes twice as long there must not find the job at its end. */
const HELD_MS = 4 * SLOW_MS;
/** Twenty restores, each with a job that ends, take long on a busy machine. */
const LIMIT_MS = scaled(300_000, 2_400_000);
/** What a backup may keep a writer waiting: a hundredth of what the stores wait for each other. */
const MOST_HELD_MS = 500;
const SEED = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const newFolder = ownFolders();
const dataDir = newFolder();
let provider: FakeProvider;
let product: Product | undefined;

// Also where a test failed: a product that runs on would keep the suite from its end.
afterEach(() => product?.stop('SIGKILL'));
afterAll(() => provider?.close());

interface Taken {
  folder: string;
  /** Of the job, when the backup was begun. */
  progress: number;
  heldMs: number;
  tookMs: number;
  bytes: number;
}

/** Nobody but the own user can read it. */
function expectPrivate(folder: string): void {
  const names = ['', ...readdirSync(folder, { recursive: true }).map(String)];
  expect(names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)).toEqual([]);
}

async function take(folder: string, progress: number): Promise<Taken> {
  const { code, printed, ms } = await runCommand('backup', ['--to', folder], { DATA_DIR: dataDir });
  expect(printed).toContain('is whole');
  expect(code).toBe(0);
  expectPrivate(folder);
  const { heldMs, databases } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as {
    heldMs: number;
    databases: Array<{ bytes: number }>;
  };
  return { folder, progress, heldMs, tookMs: ms, bytes: databases.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Each number that was found has a profile with what the source said, and all of them are found by a search. */
async function expectProfiles(api: Api, number: number, found: readonly string[]): Promise<void> {
  const filters = { jobId: { values: [String(number)], and: true } };
  expect((await api.call(calls.searchProfiles, { body: { filters } })).totalElements).toBe(found.length);
  for (let at = 0; at < found.length; at += 1000) {
    const phones = found.slice(at, at + 1000);
    const profiles = await api.call(calls.profilesByPhoneList, { body: { phones } });
    const emails = new Set(profiles.flatMap((profile) => profile.emails));
    expect(phones.filter((phone) => !emails.has(`p${phone.slice(1)}@mail.example`))).toEqual([]);
  }
}

async function expectGoesOn({ folder }: Taken, number: number, token: string, sources: string): Promise<void> {
  const restored = newFolder();
  const ran = await runCommand('restore', ['--from', folder], { DATA_DIR: restored });
  expect(ran.printed).toContain('holds the state of');
  expect(ran.code).toBe(0);
  expectPrivate(restored);
  product = await startProduct({ dataDir: restored, sources, embedded: true });
  // Who was logged in still is.
  const me = await fetch(`${product.url}${calls.me.path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(200);
  const api = await Api.login(product.url);
  const done = await jobIs(api, number, 'DONE', 300_000);
  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 });
  const found = expectOneResultEach(await api.results(number), PHONES);
  await expectProfiles(api, number, found);
  expect(await api.call(calls.auditChain)).toMatchObject({ whole: true });
  await product.stop();
  rmSync(restored, { recursive: true });
  rmSync(folder, { recursive: true });
}

it(
  'restores a backup of any moment of a running job to one that ends, with one result and its profile for each phone',
  async () => {
    process.stdout.write(`backup: CHAOS_SEED=${SEED}\n`);
    const random = seeded(SEED);
    provider = await startFakeProvider(SLOW_MS);
    const sources = providerSources(provider.url, { concurrency: CONCURRENCY });
    product = await startProduct({ dataDir, sources, embedded: true });
    const api = await Api.login(product.url);
    const { number } = await api.upload([phonesFile(PHONES)], { name: 'Kept' });

    const taken: Taken[] = [];
    for (let moment = 0; moment < MOMENTS; moment++) {
      // A random moment: somewhere in this one's share of the work.
      const share = ((moment + random()) / MOMENTS) * LATEST;
      const { progress } = await jobReaches(
        api,
        number,
        (job) => job.progress >= share || job.status === 'DONE',
        300_000,
      );
      await wait(random() * 50);
      provider.answerAfter(HELD_MS);
      taken.push(await take(newFolder(), progress));
      provider.answerAfter(SLOW_MS);
    }
    expect(taken.filter(({ progress }) => progress < 100).length).toBe(MOMENTS);
    provider.answerAfter(2);
    await jobIs(api, number, 'DONE', 300_000);
    const { token } = api;
    await product.stop();

    for (const [index, backup] of taken.entries()) {
      await expectGoesOn(backup, number, token, sources).catch((error: unknown) => {
        throw new Error(`the backup of moment ${index}, at ${backup.progress} % of the job (CHAOS_SEED=${SEED})`, {
          cause: error,
        });
      });
      process.stdout.write(
        `backup: restored ${index + 1} of ${MOMENTS}, of ${backup.progress} %, held ${backup.heldMs.toFixed(1)} ms, taken in ${Math.round(backup.tookMs)} ms, ${(backup.bytes / 1e6).toFixed(1)} MB\n`,
      );
    }
    const most = (of: (taken: Taken) => number): number => Math.max(...taken.map(of));
    expect(most(({ heldMs }) => heldMs)).toBeLessThan(MOST_HELD_MS);
    process.stdout.write(
      `backup: ${MOMENTS} moments of a job of ${PHONES} phones (${taken.map(({ progress }) => Math.round(progress)).join(', ')} %), all restored; ` +
        `writers held ${most(({ heldMs }) => heldMs).toFixed(1)} ms at most, slowest ${Math.round(most(({ tookMs }) => tookMs))} ms, largest ${(most(({ bytes }) => bytes) / 1e6).toFixed(1)} MB\n`,
    );
  },
  LIMIT_MS,
);

it('ends a backup and a restore that were killed, once they are begun again', async () => {
  const random = seeded(SEED);
  const [folder, restored] = [newFolder(), newFolder()];
  const killed = async (
    name: 'backup' | 'restore',
    words: string[],
    env: Record<string, string>,
    isWhole: () => boolean,
  ): Promise<void> => {
    for (let kills = 0; kills < KILLS && !isWhole(); kills++) {
      const command = beginCommand(name, words, env);
      await wait(200 + random() * 1500);
      command.kill();
      await command.ended;
    }
  };
  await killed('backup', ['--to', folder], { DATA_DIR: dataDir }, () => existsSync(join(folder, 'backup.json')));
  if (!existsSync(join(folder, 'backup.json')))
    expect(await runCommand('backup', ['--to', folder], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(await runCommand('backup', ['--check', folder], {})).toMatchObject({ code: 0 });

  const isThere = (): boolean =>
    existsSync(join(restored, 'token-key.pem')) && !existsSync(join(restored, 'restore-unfinished.json'));
  await killed('restore', ['--from', folder], { DATA_DIR: restored }, isThere);
  if (!isThere())
    expect(await runCommand('restore', ['--from', folder], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  product = await startProduct({ dataDir: restored, embedded: true });
  const api = await Api.login(product.url);
  const [job] = (await api.call(calls.searchJobs, { body: {} })).content.filter(({ name }) => name === 'Kept');
  expect(job).toMatchObject({ status: 'DONE', totalPhoneNumbers: PHONES });
  expect(await product.stop()).toBe(0);
});
