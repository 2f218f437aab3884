import { expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { killedProduct } from '../../src/kills/killed-product.ts';
import { expectOneResultEach } from '../../src/kills/one-result-each.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { scaled } from '../../src/scale.ts';
import { timedAlone } from '../../src/speed/stretch.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const PHONES = scaled(10_000, 300_000);
const KILLS = scaled(2, 20);
const CONCURRENCY = 64;
/** To the first healthy answer after a kill, on a machine that does nothing else. */
const READY_WITHIN_MS = 5000;

/** What may be asked again after one kill: what was in flight, and one batch that was not committed yet. */
const REPEATS_A_KILL = CONCURRENCY + 500;

const killed = killedProduct();
let provider: FakeProvider;
aroundAll(
  () => startFakeProvider(5),
  (opened) => (provider = opened),
);

it('ends a job that was killed at random moments with exactly one result for each phone', async () => {
  await killed.start({ sources: providerSources(provider.url, { concurrency: CONCURRENCY }) });
  const { number } = await killed.api().upload([phonesFile(PHONES)], { name: 'Survives' });

  const readyTimes: Array<{ ms: number; stretch: number }> = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    // A random moment: somewhere in this kill's share of the work.
    const share = ((kill - 1 + Math.random()) / (KILLS + 1)) * 100;
    await jobReaches(killed.api(), number, (job) => job.progress >= share || job.status === 'DONE', 900_000);
    const { stretch } = await timedAlone(killed.kill);
    readyTimes.push({ ms: killed.product().readyMs / stretch, stretch });
    expect((await killed.api().job(number)).name).toBe('Survives');
  }
  const done = await jobIs(killed.api(), number, 'DONE', 900_000);

  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 });
  expect(done.counts.FOUND + done.counts.NOT_FOUND).toBe(PHONES);
  expectOneResultEach(await killed.api().results(number), PHONES);

  const asked = provider.answeredAt.length;
  expect(provider.answered.size).toBe(PHONES);
  expect(asked - PHONES).toBeLessThanOrEqual(KILLS * REPEATS_A_KILL);
  // Where others work too, they have a share of the processors, and that is taken off: a start just before met another share than this one.
  expect(readyTimes.filter(({ ms }) => ms >= READY_WITHIN_MS)).toEqual([]);
  process.stdout.write(
    `kill -9: ${KILLS} kills in ${PHONES} phones, ${asked - PHONES} calls repeated, slowest ready ${Math.round(Math.max(...readyTimes.map(({ ms }) => ms)))} ms\n`,
  );
});
