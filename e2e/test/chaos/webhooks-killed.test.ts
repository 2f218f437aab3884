import { afterAll, it } from '@jest/globals';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { killedProduct } from '../../src/kills/killed-product.ts';
import { scaled } from '../../src/scale.ts';
import { tellWhileKilled } from '../../src/kills/webhooks-killed.ts';

const receiver = new WebhookReceiver('a secret of this test');
const killed = killedProduct();
afterAll(() => receiver.close());

it('tells a webhook each event at least once and in order for its key, killed at random moments', async () => {
  await receiver.listen();
  await killed.start({ env: { SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
  await tellWhileKilled({
    ...killed,
    receiver,
    phones: scaled(200, 4000),
    kills: scaled(2, 15),
  });
});
