import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Job, type JobPhone, Profile } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { engineSettings } from '../../src/product/engine-settings.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { dropDataDir, newDataDir, root } from '../../src/product/installation.ts';
import { beginMove } from '../../src/product/mover.ts';
import { jobGets } from '../../src/calls/patient.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const ENDED = 1500;
const UNDER_WAY = scaled(5000, 200_000);
/** Few phones are under way for long where each waits. */
const ANSWER_MS = scaled(60, 20);
const LIMIT_MS = scaled(400_000, 3_000_000);
const ANALYST = ['analyst', 'Quiet!River7'] as const;
const run = promisify(execFile);

/** What the API tells of an installation; the same on both sides of a move. */
interface Told {
  users: unknown;
  jobs: Job[];
  ended: JobPhone[];
  paused: JobPhone[];
  profiles: { content: Profile[]; totalElements: number };
  saved: unknown;
  observations: unknown;
  picture: string;
}

interface Numbers {
  ended: number;
  paused: number;
  underWay: number;
}

let provider: FakeProvider;
let dataDir: string;
let product: Product | undefined;
let numbers: Numbers;
let before: Told;
let token: string;

const start = (embedded: boolean): Promise<Product> =>
  startProduct({
    dataDir,
    embedded,
    sources: providerSources(provider.url, { concurrency: 16 }),
    env: { SANDBOX: 'true' },
    twoOf: ['jobs', 'profiles', 'sources'],
  });

const inAnyOrder = <T extends { phone: string }>(phones: T[]): T[] =>
  phones.sort((a, b) => (a.phone < b.phone ? -1 : 1));

async function phonesOf(api: Api, number: number): Promise<JobPhone[]> {
  const phones: JobPhone[] = [];
  for await (const phone of api.phones(number)) phones.push(phone);
  return inAnyOrder(phones);
}

async function pictureOf(api: Api, id: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { path } of [calls.getImage, calls.getThumbnail]) {
    const response = await fetch(`${api.url}${path.replace('{id}', id)}`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(response.status).toBe(200);
    hash.update(Buffer.from(await response.arrayBuffer()));
  }
  return hash.digest('hex');
}

async function askAll(api: Api): Promise<Told> {
  const analyst = await Api.login(api.url, ...ANALYST);
  const all = { jobId: { values: [String(numbers.ended)], and: true } };
  const profiles = await api.call(calls.searchProfiles, { body: { page: 0, size: 100, filters: all } });
  const [known] = profiles.content.filter(({ images }) => images.length > 0);
  const [image = ''] = known?.images ?? [];
  const { content } = await api.call(calls.searchUsers, { body: {} });
  return {
    users: content.map(({ lastLogin: _now, ...user }) => user),
    jobs: [Job.parse(await api.job(numbers.ended)), Job.parse(await api.job(numbers.paused))],
    ended: await phonesOf(api, numbers.ended),
    paused: await phonesOf(api, numbers.paused),
    profiles,
    saved: await analyst.call(calls.listSavedSearches),
    observations: await api.call(calls.individualExportAsIs, { query: { phone: known?.phone ?? '' } }),
    picture: await pictureOf(api, image),
  };
}

/** One process, with jobs that ended, wait and run, killed in the middle of the last. */
beforeAll(async () => {
  provider = await startFakeProvider(ANSWER_MS);
  dataDir = newDataDir();
  product = await start(true);
  const api = await Api.login(product.url);
  token = api.token;
  await api.call(calls.createUser, {
    body: { userName: ANALYST[0], password: ANALYST[1], roles: ['USER'], modules: ['Profiler'] },
  });
  const analyst = await Api.login(product.url, ...ANALYST);
  const filter = { page: 0, size: 15, filters: { name: { values: ['person'], and: true } } };
  await analyst.call(calls.createSavedSearch, { body: { name: 'Mine', filter } });

  const { number: ended } = await api.upload([phonesFile(ENDED), '99812\n'], { name: 'Ended' });
  await jobIs(api, ended, 'DONE');
  const { number: paused } = await api.upload([phonesFile(3000, ENDED)], { name: 'Paused' });
  await jobGets(api, paused, ({ progress }) => progress > 10, LIMIT_MS);
  await api.call(calls.setJobStatus, { params: { number: paused, jobStatus: 'PAUSED' } });
  const { number: underWay } = await api.upload([phonesFile(UNDER_WAY, 10_000)], { name: 'Under way' });
  numbers = { ended, paused, underWay };
  await jobGets(api, underWay, ({ progress }) => progress > 5, LIMIT_MS);
  before = await askAll(api);
  await product.stop('SIGKILL');
  product = undefined;
}, LIMIT_MS);

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  if (!product && dataDir) await dropDataDir(dataDir);
});

it('moves no folder without an installation, and lists every fault of the addresses', async () => {
  const empty = beginMove(join(dataDir, 'blobs'));
  expect(await empty.ended).toBe(1);
  expect(empty.printed()).toMatch(/--from: .* holds no installation/);

  const wrong = beginMove(dataDir, { BUS_URL: '', STORE_URL: 'mongo://here', BLOB_URL: 'embedded' });
  expect(await wrong.ended).toBe(1);
  for (const name of ['BUS_URL', 'STORE_URL', 'BLOB_URL']) expect(wrong.printed()).toContain(name);
});

it('goes on after every kill, and ends with the same counts and sums on both sides', async () => {
  for (const reached of [/^files of pictures: /m, /^phones of jobs: /m, /^users: /m, /^profiles compared: /m]) {
    const killed = beginMove(dataDir);
    await killed.untilPrinted(reached);
    killed.kill();
    expect({ code: await killed.ended, printed: killed.printed() }).toMatchObject({ code: null });
  }

  const last = beginMove(dataDir);
  expect({ code: await last.ended, printed: last.printed() }).toMatchObject({ code: 0 });
  expect(last.printed()).toContain('goes on');
  expect(last.printed()).not.toContain('DIFFERS');
  expect(last.printed()).toContain('AUTH_PRIVATE_KEY');

  const again = beginMove(dataDir);
  expect(await again.ended).toBe(0);
  expect(again.printed()).toContain('nothing was changed');
});

it(
  'answers as before in the distributed way, and ends what was under way with one result for each phone',
  async () => {
    product = await start(false);
    const api = await Api.login(product.url);
    const now = await askAll(api);
    // A job that was paused in the middle of its numbers keeps what came while it was asked.
    expect(now.jobs[0]).toEqual(before.jobs[0]);
    expect(now.ended).toEqual(before.ended);
    expect(now.users).toEqual(before.users);
    expect(now.profiles).toEqual(before.profiles);
    expect(now.saved).toEqual(before.saved);
    expect(now.observations).toEqual(before.observations);
    expect(now.picture).toBe(before.picture);
    expect(now.jobs[1]?.status).toBe('PAUSED');
    expect(now.paused.map(({ phone }) => phone)).toEqual(before.paused.map(({ phone }) => phone));

    // The tokens of before still count, because the key is the same.
    const known = await fetch(`${product.url}${calls.me.path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(known.status).toBe(200);

    await api.call(calls.setJobStatus, { params: { number: numbers.paused, jobStatus: 'IN_PROGRESS' } });
    for (const [number, phones] of [
      [numbers.underWay, UNDER_WAY],
      [numbers.paused, 3000],
    ] as const) {
      const done = await jobGets(api, number, ({ status }) => status === 'DONE', LIMIT_MS);
      expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 });
      expect(done.counts.FOUND + done.counts.NOT_FOUND).toBe(phones);
      const seen = (await phonesOf(api, number)).map(({ phone }) => phone);
      expect(new Set(seen).size).toBe(phones);
    }
    const profile = Profile.parse(
      await api.call(calls.getProfile, { params: { phone: now.profiles.content[0]?.phone ?? '' } }),
    );
    expect(profile).toEqual(before.profiles.content[0]);
    expect(await api.call(calls.auditChain)).toMatchObject({ whole: true, brokenAt: null });
    const { STORE_URL = '' } = engineSettings(dataDir);
    const verifying = run(process.execPath, [join(root, 'services/audit/src/audit.ts'), 'verify'], {
      env: { ...process.env, STORE_URL },
    });
    // Whole, and not proven: it is given no key.
    await expect(verifying).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('The chain is whole') });

    const running = beginMove(dataDir);
    expect(await running.ended).toBe(1);
    expect(running.printed()).toContain('another process is using');
  },
  LIMIT_MS,
);
