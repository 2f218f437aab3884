import { afterEach, expect, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { fastClock } from '../../src/clock/fast-clock.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { type QuotaProvider, quotaSources, startQuotaProvider } from '../../src/providers/quota-provider.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const A_MINUTE = 10;
const RENEWALS = scaled(2, 5);
const PHONES = (RENEWALS + 1) * A_MINUTE;

let product: Product;
let quota: QuotaProvider;
afterEach(async () => {
  await product.discard();
  await quota.close();
});

it(`a quota of ${A_MINUTE} a minute answers ${PHONES} numbers after ${RENEWALS} renewals, with nobody at hand`, async () => {
  // A minute of five seconds, or ten. Its leases would not outlive that in the distributed way.
  const clock = fastClock(scaled(12, 6));
  quota = await startQuotaProvider(clock.now);
  product = await startProduct({ sources: quotaSources(quota.url, A_MINUTE), env: clock.env, embedded: true });
  const api = await Api.login(product.url);
  await clock.nextMinute();
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Ten a minute' });

  const { waiting } = await jobReaches(api, number, (job) => job.waiting.length > 0);
  const resumesAt = waiting[0]?.resumesAt ?? 0;
  expect(waiting).toEqual([{ source: 'OFFICE', resumesAt }]);
  expect(resumesAt % 60_000).toBe(0);

  const done = await jobIs(api, number, 'DONE', 300_000);
  expect(done).toMatchObject({ counts: { FOUND: PHONES, FAILED: 0, NOT_FOUND: 0, PENDING: 0, SENT: 0 }, waiting: [] });
  expect(new Set(quota.seen.map(({ phone }) => phone)).size).toBe(PHONES);
  expect(quota.seen).toHaveLength(PHONES);
  expect(Math.max(...quota.minutes())).toBe(A_MINUTE);
  // On a busy machine one may pass in which not all of the ten could be asked.
  expect(quota.minutes().length).toBeLessThanOrEqual(RENEWALS + 2);
});
