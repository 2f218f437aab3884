import { afterAll, it } from '@jest/globals';
import { Api } from '../../src/api.ts';
import { killWhileAsking, POLLED_CONCURRENCY, polledProviderOptions } from '../../src/killed-while-asking.ts';
import { moments, type PolledProvider, polledSources, startPolledProvider } from '../../src/polled-provider.ts';
import { killProcess, labelsOf } from '../../src/processes.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { full, scaled } from '../../src/scale.ts';

let provider: PolledProvider;
let product: Product;

afterAll(async () => {
  await product?.discard();
  await provider?.close();
});

it(
  'asks on for what was handed in, however often all that ask are killed while they get a token, hand in, poll or page',
  async () => {
    provider = await startPolledProvider(polledProviderOptions);
    product = await startProduct({
      sources: polledSources(provider.url, POLLED_CONCURRENCY),
      env: { CLIENT_SECRET: 'secret-of-the-office' },
    });
    const api = await Api.login(product.url);
    const asking = labelsOf(product.dataDir).filter((label) => label.startsWith('sources-'));
    await killWhileAsking(provider, {
      instances: asking.length,
      // At any moment numbers are in calls of all kinds.
      moments: full ? [...moments, ...moments, ...moments] : ['submission', 'poll'],
      api: () => api,
      kill: async () => void (await Promise.all(asking.map((label) => killProcess(product.dataDir, label)))),
    });
  },
  scaled(400_000, 3_600_000),
);
