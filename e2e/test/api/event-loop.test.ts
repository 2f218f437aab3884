import { expect, it } from '@jest/globals';
import { Api } from '../../src/api.ts';
import { phonesFile } from '../../src/phones.ts';
import { dropDataDir } from '../../src/installation.ts';
import { startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';
import { watchStalls } from '../../src/stalls.ts';
import { jobIs } from '../../src/watch-job.ts';

/** The watch itself waits 10 ms, so that on a quiet machine this is a task of 50 ms, and on a busy one as much more as the bare process is held up. */
const TIMES = 6;

it('never holds up its event loop much longer than the machine does, while it takes in a file and while its job runs', async () => {
  const product = await startProduct({ env: { SANDBOX: 'true' } });
  const api = await Api.login(product.url);
  const first = await api.upload([phonesFile(2000, 5_000_000)], { name: 'What is done first is compiled first' });
  await jobIs(api, first.number, 'DONE');
  const content = phonesFile(scaled(20_000, 100_000));
  const stalls = await watchStalls(product);
  const { number } = await api.upload([content], { name: 'Big' });
  const ingest = await stalls.read();
  await jobIs(api, number, 'DONE', 600_000);
  const running = await stalls.read();
  stalls.stop();
  await product.stop();
  await dropDataDir(product.dataDir);
  expect(ingest.product).toBeLessThan(ingest.bare * TIMES);
  expect(running.product).toBeLessThan(running.bare * TIMES);
});
