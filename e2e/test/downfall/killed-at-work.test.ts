import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { Api } from '../../src/calls/api.ts';
import { leftOf } from '../../src/records/erased-bytes.ts';
import { eraseWhileKilled } from '../../src/kills/erasure-killed.ts';
import { mostMemory } from '../../src/calls/exchange.ts';
import { type ImportSizes, importWhileKilled, makeExport } from '../../src/kills/import-killed.ts';
import { dropDataDir, newDataDir } from '../../src/product/installation.ts';
import { killWhileAsking, POLLED_CONCURRENCY, polledProviderOptions } from '../../src/kills/killed-while-asking.ts';
import {
  type Moment,
  moments,
  type PolledProvider,
  polledSources,
  startPolledProvider,
} from '../../src/providers/polled-provider.ts';
import { allAnswer } from '../../src/calls/patient.ts';
import { killProcess, labelsOf, pidOf } from '../../src/product/processes.ts';
import { ONE_OF_EACH, type Product, startProduct } from '../../src/product/product.ts';
import { full, scaled } from '../../src/scale.ts';
import { tellWhileKilled } from '../../src/kills/webhooks-killed.ts';

const LIMIT_MS = scaled(400_000, 3_600_000);
const IMPORT: ImportSizes = {
  profiles: scaled(1500, 1_000_000),
  kills: scaled(2, 10),
  patienceMs: scaled(120_000, 3_600_000),
  mostMemoryMb: 1000,
};
const TWO_OF_SOURCES = { ...ONE_OF_EACH, sources: 2 };

const PROFILES = /^profiles-/;
const SOURCES = /^sources-/;
const ALL_AT_WORK = /^(?!gateway-|auth-)/;
/** In the middle of which kinds of calls they are killed: at any moment numbers are in all of them. */
const POLLED_MOMENTS: readonly Moment[] = full ? [...moments, ...moments, ...moments] : ['submission', 'poll'];
/** Whose processes the kills end, in turn. */
const WEBHOOK_TURNS = full ? [/^sources-1$/, SOURCES, ALL_AT_WORK] : [/^sources-1$/, ALL_AT_WORK];
/**
 * Whose processes the kills end, and how many milliseconds after the order: other instances of sources are waited for
 * more than two seconds; behind that come the profile, pictures and events.
 */
const ERASURE_KILLS: ReadonlyArray<readonly [RegExp, number]> = [
  [PROFILES, 4000],
  ...(full ? [[SOURCES, 1000] as const] : []),
  [ALL_AT_WORK, 2800],
];

const folder = newDataDir();
const receiver = new WebhookReceiver('a secret of this test');
let provider: PolledProvider;
let product: Product | undefined;

beforeAll(async () => {
  provider = await startPolledProvider(polledProviderOptions);
  await receiver.listen();
});

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  await receiver.close();
  await dropDataDir(folder);
});

/** At reduced size all tests go through one installation, which is empty for the first; at full size each has its own. */
async function installation(scale: Readonly<Record<string, number>> = {}) {
  if (full) {
    await product?.discard();
    product = undefined;
  }
  product ??= await startProduct({
    scale: full ? scale : TWO_OF_SOURCES,
    sources: polledSources(provider.url, POLLED_CONCURRENCY),
    env: { CLIENT_SECRET: 'secret-of-the-office', SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host },
  });
  const { dataDir, url } = product;
  const api = await Api.login(url);
  // What the test before killed at last.
  await allAnswer(api);
  const labels = (whom: RegExp): string[] => labelsOf(dataDir).filter((label) => whom.test(label));
  return {
    product,
    dataDir,
    api: () => api,
    labels,
    /** Resolves when all with such a label run again. */
    killAll: async (whom: RegExp): Promise<void> =>
      void (await Promise.all(labels(whom).map((label) => killProcess(dataDir, label)))),
  };
}

const profilesPids = (dataDir: string): number[] =>
  labelsOf(dataDir)
    .filter((label) => PROFILES.test(label))
    .map((label) => pidOf(dataDir, label) ?? 0);

const memoryOf = async (pids: readonly number[]): Promise<number> =>
  Math.max(...(await Promise.all(pids.map(mostMemory))));

it(
  'an export imports into an empty installation as the same lines, whenever all that keep profiles are killed',
  async () => {
    const maker = await startProduct({ embedded: !full });
    const login = await Api.login(maker.url);
    const memory = (): Promise<number> => memoryOf(full ? profilesPids(maker.dataDir) : [maker.pid]);
    expect(await makeExport({ api: () => login, memory }, folder, IMPORT)).toBeLessThan(IMPORT.mostMemoryMb);
    await maker.discard();

    const { api, dataDir, killAll } = await installation();
    const kill = (): Promise<void> => killAll(PROFILES);
    await importWhileKilled({ api, kill, memory: () => memoryOf(profilesPids(dataDir)) }, folder, IMPORT);
  },
  3 * IMPORT.patienceMs,
);

it(
  'asks on for what was handed in, however often all that ask are killed while they get a token, hand in, poll or page',
  async () => {
    const { api, labels, killAll } = await installation();
    const kill = (): Promise<void> => killAll(SOURCES);
    await killWhileAsking(provider, { instances: labels(SOURCES).length, api, kill, moments: POLLED_MOMENTS });
  },
  LIMIT_MS,
);

it(
  'tells a webhook each event at least once and in order for its key, whichever services are killed',
  async () => {
    const { api, killAll } = await installation(TWO_OF_SOURCES);
    const turns = [...WEBHOOK_TURNS];
    await tellWhileKilled({
      receiver,
      api,
      async kill() {
        const [whom = SOURCES] = turns.splice(0, 1);
        turns.push(whom);
        await killAll(whom);
      },
      phones: scaled(150, 4000),
      kills: scaled(2, 12),
    });
  },
  LIMIT_MS,
);

it(
  'an erasure is finished by itself when those that are at it are killed in the middle, one service or all',
  async () => {
    const { product: erasing, dataDir, api, killAll } = await installation(TWO_OF_SOURCES);
    const whom = [...ERASURE_KILLS];
    const people = await eraseWhileKilled({
      dataDir,
      api,
      kill: () => killAll(whom.shift()?.[0] ?? PROFILES),
      moments: ERASURE_KILLS.map(([, moment]) => moment),
      patienceMs: 120_000,
    });
    const content = people.flatMap(({ emails, id }) => [...emails, id]);
    for (const { phone } of people) expect(await leftOf(erasing, phone.slice(1), content)).toEqual([]);
  },
  LIMIT_MS,
);
