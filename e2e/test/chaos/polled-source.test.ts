import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/api.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/installation.ts';
import { phonesFile } from '../../src/phones.ts';
import { type PolledProvider, polledSources, startPolledProvider } from '../../src/polled-provider.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { jobIs, jobReaches } from '../../src/watch-job.ts';

const PHONES = 2000;
const KILLS = 4;
const CONCURRENCY = 32;
/** What may be asked for again after one kill: what was in flight, and one batch that was not committed yet. */
const REPEATS_A_KILL = CONCURRENCY + 500;

let provider: PolledProvider;
let product: Product;
const dataDir = newDataDir();

afterAll(async () => {
  await product?.stop('SIGKILL');
  await provider?.close();
  await dropDataDir(dataDir);
});

it('asks on for what was handed in, with a new token and page by page, however often it is killed', async () => {
  provider = await startPolledProvider({ doneAfterMs: 300, tokenSeconds: 5 });
  const port = await freePort();
  const sources = polledSources(provider.url, CONCURRENCY);
  const start = (): Promise<Product> =>
    startProduct({ dataDir, port, sources, env: { CLIENT_SECRET: 'secret-of-the-office' } });
  product = await start();
  let api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Polled' });
  for (let kill = 1; kill <= KILLS; kill++) {
    const share = ((kill - 1 + Math.random()) / (KILLS + 1)) * 100;
    await jobReaches(api, number, (job) => job.progress >= share || job.status === 'DONE', 600_000);
    await product.stop('SIGKILL');
    product = await start();
    api = await Api.login(product.url);
  }
  const done = await jobIs(api, number, 'DONE', 600_000);
  expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, FOUND: PHONES, FAILED: 0, NOT_FOUND: 0 });
  const seen = new Set<string>();
  for await (const { phone } of api.phones(number)) seen.add(phone);
  expect(seen.size).toBe(PHONES);

  // Handed in twice: only what the provider took in the very moment of a kill.
  const submitted = [...provider.submitted.values()];
  expect(submitted).toHaveLength(PHONES);
  expect(submitted.reduce((sum, times) => sum + times, 0) - PHONES).toBeLessThanOrEqual(KILLS * CONCURRENCY);
  expect(provider.answered.size).toBe(PHONES);
  const answered = [...provider.answered.values()].reduce((sum, times) => sum + times, 0);
  expect(answered - PHONES).toBeLessThanOrEqual(KILLS * REPEATS_A_KILL);
  process.stdout.write(
    `polled: ${KILLS} kills in ${PHONES} phones, ${answered - PHONES} answers repeated, ${provider.tokens()} tokens, ${provider.refused()} refused\n`,
  );
});
