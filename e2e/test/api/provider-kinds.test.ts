import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { isDistributed } from '../../src/product/installation.ts';
import { phoneAt } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { costs, countedKinds, mailOf } from '../../src/providers/kinds.ts';
import { type KindsProvider, startKindsProvider } from '../../src/providers/provider-kinds.ts';
import { scaled } from '../../src/scale.ts';
import { furtherPhones, writeDataset } from '../../src/providers/table-kinds.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const PHONES = scaled(60, 5000);
const phones = Array.from({ length: PHONES }, (_, index) => phoneAt(index));

const dir = mkdtempSync(join(tmpdir(), 'numscope-kinds-'));
let provider: KindsProvider;
let product: Product;
let api: Api;

beforeAll(async () => {
  provider = await startKindsProvider(dir, phones);
  product = await startProduct({ sources: provider.sources, env: provider.env, twoOf: ['jobs', 'sources'] });
  api = await Api.login(product.url);
});

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  rmSync(dir, { recursive: true, force: true });
});

const profileOf = async (phone: string): Promise<Profile> =>
  Profile.parse(await api.call(calls.getProfile, { params: { phone } }));

it('asks each kind of provider once for each number, and has what all of them said in the profile', async () => {
  const { number } = await api.upload([`${phones.join('\n')}\n`], { name: 'All kinds' });
  const done = await jobIs(api, number, 'DONE', scaled(120_000, 600_000));
  expect(provider.faults).toEqual([]);
  const troubles = (await api.call(calls.listSources)).flatMap(({ name, lastError }) =>
    lastError ? { name, lastError } : [],
  );
  expect(troubles).toEqual([]);
  expect(done.counts).toMatchObject({ FOUND: PHONES, NOT_FOUND: 0, FAILED: 0, PENDING: 0, SENT: 0 });

  for (const kind of countedKinds) {
    const times = provider.answered.get(kind) ?? new Map<string, number>();
    expect([kind, new Set(times.values()), times.size]).toEqual([kind, new Set([1]), PHONES]);
  }
  for (const place of [0, PHONES / 2, PHONES - 1]) {
    const phone = phoneAt(place);
    const profile = await profileOf(phone);
    expect(profile.emails).toEqual(expect.arrayContaining(provider.kinds.map((kind) => mailOf(kind, phone))));
    for (const kind of ['FOR_EACH', 'SHEET']) expect(profile.emails).toContain(`more-${mailOf(kind, phone)}`);
    expect(profile.phones).toEqual(furtherPhones(phone));
    expect(profile.sources).toEqual(expect.arrayContaining(provider.kinds));
    expect(profile.images).toHaveLength(2);
  }
});

it('has asked the real PostgreSQL and MariaDB wherever they are installed, and the real Elasticsearch of the distributed way', () => {
  const needed = [
    ...(process.env['CI'] === undefined ? [] : ['POSTGRESQL', 'MARIADB']),
    ...(isDistributed ? ['INDEX'] : []),
  ];
  for (const kind of needed) expect(provider.kinds).toContain(kind);
  process.stdout.write(`kinds of providers: ${provider.kinds.join(', ')}\n`);
});

it('asks in the name of each account as that one proves who asks', () => {
  const { proofs } = provider;
  expect([...proofs.keys()].toSorted()).toEqual(['Basic', 'Bearer']);
  expect((proofs.get('Basic') ?? 0) + (proofs.get('Bearer') ?? 0)).toBe(PHONES);
});

it('counts what was spent by the call, by the number, and as the answer tells', async () => {
  for (const [name, cost] of Object.entries(costs)) {
    const { ever } = await api.call(calls.sourceStatistics, { params: { name } });
    expect([name, ever.found]).toEqual([name, PHONES]);
    expect(ever.cost).toBeCloseTo(PHONES * cost, 6);
  }
});

it('asks a dataset as its file is since it changed', async () => {
  const phone = phoneAt(0);
  const changed = `changed-${mailOf('DATASET', phone)}`;
  const { number } = await api.upload([`${phone}\n`], { name: 'Changed dataset' });
  await jobIs(api, number, 'DONE');
  writeDataset(dir, phones, (one) => `changed-${mailOf('DATASET', one)}`);
  // Each instance looks at the file by itself.
  for (let pass = 2; !(await profileOf(phone)).emails.includes(changed); pass++) {
    await api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
    await jobReaches(api, number, (job) => job.pass === pass && job.status === 'DONE');
  }
  expect((await profileOf(phone)).emails).not.toContain(mailOf('DATASET', phone));
});
