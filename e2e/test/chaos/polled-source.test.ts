import { afterAll, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/product/installation.ts';
import { killWhileAsking, POLLED_CONCURRENCY, polledProviderOptions } from '../../src/kills/killed-while-asking.ts';
import {
  moments,
  type PolledProvider,
  polledSources,
  startPolledProvider,
} from '../../src/providers/polled-provider.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { full, scaled } from '../../src/scale.ts';

let provider: PolledProvider;
let product: Product;
const dataDir = newDataDir();

afterAll(async () => {
  await product?.stop('SIGKILL');
  await provider?.close();
  await dropDataDir(dataDir);
});

it(
  'asks on for what was handed in, however often it is killed while it gets a token, hands in, polls or pages',
  async () => {
    provider = await startPolledProvider(polledProviderOptions);
    const port = await freePort();
    const sources = polledSources(provider.url, POLLED_CONCURRENCY);
    let api: Api;
    const start = async (): Promise<void> => {
      product = await startProduct({ dataDir, port, sources, env: { CLIENT_SECRET: 'secret-of-the-office' } });
      api = await Api.login(product.url);
    };
    await start();
    await killWhileAsking(provider, {
      instances: 1,
      moments: full ? [...moments, ...moments, ...moments] : moments,
      api: () => api,
      async kill() {
        await product.stop('SIGKILL');
        await start();
      },
    });
  },
  scaled(300_000, 3_600_000),
);
