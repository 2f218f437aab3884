import { afterAll, it } from '@jest/globals';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { Api } from '../../src/calls/api.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/product/installation.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { tellWhileKilled } from '../../src/kills/webhooks-killed.ts';

const receiver = new WebhookReceiver('a secret of this test');
const dataDir = newDataDir();
let product: Product;

afterAll(async () => {
  await product?.stop('SIGKILL');
  await receiver.close();
  await dropDataDir(dataDir);
});

it('tells a webhook each event at least once and in order for its key, killed at random moments', async () => {
  const port = await freePort();
  await receiver.listen();
  const start = (): Promise<Product> =>
    startProduct({ dataDir, port, env: { SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
  product = await start();
  let api = await Api.login(product.url);
  await tellWhileKilled({
    receiver,
    api: () => api,
    async kill() {
      await product.stop('SIGKILL');
      product = await start();
      api = await Api.login(product.url);
    },
    phones: scaled(200, 4000),
    kills: scaled(2, 15),
  });
});
