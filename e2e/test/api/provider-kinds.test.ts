import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { phoneAt } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import {
  countedKinds,
  type KindsProvider,
  mailOf,
  providerKinds,
  startKindsProvider,
} from '../../src/provider-kinds.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/watch-job.ts';

const PHONES = scaled(60, 5000);
const phones = Array.from({ length: PHONES }, (_, index) => phoneAt(index));

const dir = mkdtempSync(join(tmpdir(), 'numscope-kinds-'));
let provider: KindsProvider;
let product: Product;

beforeAll(async () => {
  provider = await startKindsProvider(dir, phones);
  product = await startProduct({ sources: provider.sources, env: provider.env, twoOf: ['jobs', 'sources'] });
});

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  rmSync(dir, { recursive: true, force: true });
});

it('asks each kind of provider once for each number, and has what all of them said in the profile', async () => {
  const api = await Api.login(product.url);
  const { number } = await api.upload([`${phones.join('\n')}\n`], { name: 'All kinds' });
  const done = await jobIs(api, number, 'DONE', scaled(120_000, 600_000));
  expect(provider.faults).toEqual([]);
  expect(done.counts).toMatchObject({ FOUND: PHONES, NOT_FOUND: 0, FAILED: 0, PENDING: 0, SENT: 0 });

  for (const kind of countedKinds) {
    const times = provider.answered.get(kind) ?? new Map<string, number>();
    expect([kind, new Set(times.values()), times.size]).toEqual([kind, new Set([1]), PHONES]);
  }
  for (const phone of [phones.at(0), phones.at(-1), phones.at(PHONES / 2)]) {
    const profile = Profile.parse(await api.call(calls.getProfile, { params: { phone: phone ?? '' } }));
    expect(profile.emails).toEqual(expect.arrayContaining(providerKinds.map((kind) => mailOf(kind, phone ?? ''))));
    expect(profile.emails).toContain(`more-${mailOf('FOR_EACH', phone ?? '')}`);
    expect(profile.sources).toEqual(expect.arrayContaining(providerKinds));
    expect(profile.images).toHaveLength(1);
  }
});
