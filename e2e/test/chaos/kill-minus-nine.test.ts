import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/product/installation.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
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

let provider: FakeProvider;
let product: Product;
const dataDir = newDataDir();

afterAll(async () => {
  await product?.stop('SIGKILL');
  await provider?.close();
  await dropDataDir(dataDir);
});

it('ends a job that was killed at random moments with exactly one result for each phone', async () => {
  provider = await startFakeProvider(5);
  const port = await freePort();
  const sources = providerSources(provider.url, { concurrency: CONCURRENCY });
  const start = (): Promise<Product> => startProduct({ dataDir, port, sources });
  product = await start();
  let api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Survives' });

  const readyTimes: Array<{ ms: number; stretch: number }> = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    // A random moment: somewhere in this kill's share of the work.
    const share = ((kill - 1 + Math.random()) / (KILLS + 1)) * 100;
    await jobReaches(api, number, (job) => job.progress >= share || job.status === 'DONE', 900_000);
    await product.stop('SIGKILL');
    const { done: started, ms, stretch } = await timedAlone(start);
    product = started;
    readyTimes.push({ ms, stretch });
    api = await Api.login(product.url);
    expect((await api.job(number)).name).toBe('Survives');
  }
  const done = await jobIs(api, number, 'DONE', 900_000);

  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 });
  expect(done.counts.FOUND + done.counts.NOT_FOUND).toBe(PHONES);
  const seen = new Map<string, string>();
  for await (const phone of api.phones(number)) {
    expect(seen.has(phone.phone)).toBe(false);
    seen.set(phone.phone, phone.status);
  }
  expect(seen.size).toBe(PHONES);
  let wrong = 0;
  for (let index = 0; index < PHONES; index++) {
    const phone = phoneAt(index);
    const status = seen.get(`+${phone}`);
    if (status !== (Number(phone) % 4 === 0 ? 'NOT_FOUND' : 'FOUND')) wrong++;
  }
  expect(wrong).toBe(0);

  const asked = [...provider.answered.values()].reduce((sum, times) => sum + times, 0);
  expect(provider.answered.size).toBe(PHONES);
  expect(asked - PHONES).toBeLessThanOrEqual(KILLS * REPEATS_A_KILL);
  // Where others work too, they have a share of the processors, and that is taken off: a start just before met another share than this one.
  expect(readyTimes.filter(({ ms }) => ms >= READY_WITHIN_MS)).toEqual([]);
  process.stdout.write(
    `kill -9: ${KILLS} kills in ${PHONES} phones, ${asked - PHONES} calls repeated, slowest ready ${Math.round(Math.max(...readyTimes.map(({ ms }) => ms)))} ms\n`,
  );
});
