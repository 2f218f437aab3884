import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Job } from '@numscope/contracts';
import { endEngine, startEngine } from '@numscope/testing/engines';
import { Api } from '../../src/calls/api.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { jobGets, retryWhileAway } from '../../src/calls/patient.ts';
import { expectOneResultEach } from '../../src/kills/one-result-each.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { killProcess, labelsOf } from '../../src/product/processes.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { whereItWaits } from '../../src/kills/where-it-waits.ts';

const PHONES = scaled(5000, 200_000);
/** Few phones last for all kills where each waits long. */
const ANSWER_MS = scaled(400, 5);
const CONCURRENCY = 32;
const LIMIT_MS = scaled(400_000, 3_000_000);
/** How long an engine stays away. */
const AWAY_MS = scaled(2000, 15_000);

let provider: FakeProvider;
let product: Product;

beforeAll(async () => {
  provider = await startFakeProvider(ANSWER_MS);
  product = await startProduct({ sources: providerSources(provider.url, { concurrency: CONCURRENCY }) });
});

afterAll(async () => {
  await product?.discard();
  await provider?.close();
});

/** What each kill takes down, in the order of the kills: every service, then the engines. */
const downfalls = (dataDir: string): Array<[string, () => Promise<void>]> => [
  ...labelsOf(dataDir)
    .filter((label) => label.endsWith('-1'))
    .map((label): [string, () => Promise<void>] => [label, () => killProcess(dataDir, label)]),
  ...(['kafka', 'elasticsearch', 'minio'] as const).map((name): [string, () => Promise<void>] => [
    name,
    async () => {
      await endEngine(name, 'kill');
      await wait(AWAY_MS);
      await startEngine(name);
    },
  ]),
  [
    // Its stand-in for tests may lose what it acknowledged in the last moments when it is killed.
    'mongodb',
    async () => {
      await endEngine('mongodb', 'down');
      await wait(AWAY_MS);
      await startEngine('mongodb');
    },
  ],
];

it('ends a job with exactly one result for each phone while services and engines are killed one after the other', async () => {
  const api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Survives' });
  const reached = (wanted: (job: Job) => boolean): Promise<Job> =>
    jobGets(api, number, wanted, LIMIT_MS).catch(async (error: unknown) => {
      const words = await whereItWaits(product, api, number, provider).catch(String);
      throw new Error(words, { cause: error });
    });
  const kills = downfalls(product.dataDir);
  for (const [index, [name, bringDown]] of kills.entries()) {
    const share = ((index + Math.random()) / (kills.length + 1)) * 100;
    const job = await reached(({ progress, status }) => progress >= share || status === 'DONE');
    process.stdout.write(`kill -9: ${name} at ${job.progress}%\n`);
    await bringDown();
  }
  const done = await reached(({ status }) => status === 'DONE');

  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 });
  expect(done.counts.FOUND + done.counts.NOT_FOUND).toBe(PHONES);
  // The last kill may have come after the last phone: then an instance may still be about to find its engine again.
  expectOneResultEach(await retryWhileAway(() => api.results(number)), PHONES);

  // Whatever the index missed while it was away is in it now.
  const filters = { jobId: { values: [String(number)], and: true } };
  const hits = await retryWhileAway(() => api.call(calls.searchProfiles, { body: { page: 0, size: 1, filters } }));
  expect(hits.totalElements).toBe(done.counts.FOUND);
  expect(await retryWhileAway(() => api.call(calls.auditChain))).toMatchObject({ whole: true, brokenAt: null });

  const asked = provider.answeredAt.length;
  expect(provider.answered.size).toBe(PHONES);
  process.stdout.write(`${kills.length} kills in ${PHONES} phones, ${asked - PHONES} calls repeated\n`);
  // What was in flight in an instance, and one batch that was not committed yet; a rebalance may do that to each instance.
  expect(asked - PHONES).toBeLessThanOrEqual(kills.length * 2 * (CONCURRENCY + 500));
});
