import { afterAll, it } from '@jest/globals';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { Api } from '../../src/api.ts';
import { killProcess, labelsOf } from '../../src/processes.ts';
import { ONE_OF_EACH, type Product, startProduct } from '../../src/product.ts';
import { full, scaled } from '../../src/scale.ts';
import { tellWhileKilled } from '../../src/webhooks-killed.ts';

const receiver = new WebhookReceiver('a secret of this test');
let product: Product;

afterAll(async () => {
  await product?.discard();
  await receiver.close();
});

/** Whose processes the kills end, in turn. */
const turns = [/^sources-1$/, ...(full ? [/^sources-/] : []), /^(?!gateway-|auth-)/];

it(
  'tells a webhook each event at least once and in order for its key, whichever services are killed',
  async () => {
    await receiver.listen();
    const scale = { ...ONE_OF_EACH, sources: 2 };
    product = await startProduct({ scale, env: { SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
    const api = await Api.login(product.url);
    let next = 0;
    await tellWhileKilled({
      receiver,
      api: () => api,
      async kill() {
        const whom = turns[next++ % turns.length] ?? /^sources-/;
        const labels = labelsOf(product.dataDir).filter((label) => whom.test(label));
        await Promise.all(labels.map((label) => killProcess(product.dataDir, label)));
      },
      phones: scaled(150, 4000),
      kills: scaled(2, 12),
    });
  },
  scaled(400_000, 1_200_000),
);
