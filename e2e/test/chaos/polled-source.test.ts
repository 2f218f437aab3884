import { it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { killedProduct } from '../../src/kills/killed-product.ts';
import { killWhileAsking, POLLED_CONCURRENCY, polledProviderOptions } from '../../src/kills/killed-while-asking.ts';
import {
  moments,
  type PolledProvider,
  polledSources,
  startPolledProvider,
} from '../../src/providers/polled-provider.ts';
import { full, scaled } from '../../src/scale.ts';

const killed = killedProduct();
let provider: PolledProvider;
aroundAll(
  () => startPolledProvider(polledProviderOptions),
  (opened) => (provider = opened),
);

it(
  'asks on for what was handed in, however often it is killed while it gets a token, hands in, polls or pages',
  async () => {
    await killed.start({
      sources: polledSources(provider.url, POLLED_CONCURRENCY),
      env: { CLIENT_SECRET: 'secret-of-the-office' },
    });
    await killWhileAsking(provider, {
      ...killed,
      instances: 1,
      moments: full ? [...moments, ...moments, ...moments] : moments,
    });
  },
  scaled(300_000, 3_600_000),
);
