import { afterAll, expect, it } from '@jest/globals';
import { fastClock } from '../../src/clock/fast-clock.ts';
import { killedProduct } from '../../src/kills/killed-product.ts';
import { jobGets } from '../../src/calls/patient.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { scaled } from '../../src/scale.ts';
import { type QuotaProvider, quotaSources, startQuotaProvider } from '../../src/providers/quota-provider.ts';

const PER_MINUTE = 20;
/** The minutes in which numbers wait, each with a kill. */
const WAITS = scaled(1, 2);
const PHONES = WAITS * PER_MINUTE + 10;

const killed = killedProduct();
let provider: QuotaProvider;
afterAll(() => provider?.close());

it('goes on when the quota does, asking nothing twice, although it was killed while numbers waited', async () => {
  // A minute of twenty seconds, as long as several starts.
  const clock = fastClock(3);
  provider = await startQuotaProvider(clock.now);
  await killed.start({ sources: quotaSources(provider.url, PER_MINUTE), env: clock.env });
  await clock.nextMinute();
  const { number } = await killed.api().upload([phonesFile(PHONES)], { name: 'Waits' });

  for (let wait = 1; wait <= WAITS; wait++) {
    const asked = wait * PER_MINUTE;
    const { waiting } = await jobGets(
      killed.api(),
      number,
      (job) => job.waiting.length > 0 && job.counts.FOUND >= asked,
      300_000,
    );
    const resumesAt = waiting[0]?.resumesAt ?? 0;
    expect(resumesAt).toBeGreaterThan(clock.now());
    const before = provider.seen.length;
    await killed.kill();
    await jobGets(killed.api(), number, ({ counts, status }) => counts.FOUND > asked || status === 'DONE', 300_000);
    // What was counted of the minute was not forgotten.
    for (const { at } of provider.seen.slice(before)) expect(at).toBeGreaterThanOrEqual(resumesAt);
  }
  const done = await jobGets(killed.api(), number, ({ status }) => status === 'DONE', 300_000);
  expect(done.counts).toMatchObject({ FOUND: PHONES, PENDING: 0, SENT: 0, FAILED: 0, NOT_FOUND: 0 });
  expect(provider.seen).toHaveLength(PHONES);
  expect(new Set(provider.seen.map(({ phone }) => phone)).size).toBe(PHONES);
  expect(Math.max(...provider.minutes())).toBeLessThanOrEqual(PER_MINUTE);
});
