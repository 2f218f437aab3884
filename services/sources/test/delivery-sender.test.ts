import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { newId, outgoing } from '@numscope/platform';
import { createTestKit, openTestRecords, type TestKit } from '@numscope/testing';
import { openSourceStore } from '../src/store/sqlite/index.ts';
import { openSourceMongoStore } from '../src/store/mongo/source-store.ts';
import { DeliverySender } from '../src/webhooks/delivery-sender.ts';
import type { WebhookStore } from '../src/webhooks/webhook-store.port.ts';

let test: TestKit;
let store: WebhookStore & { close(): Promise<void> };

beforeEach(async () => {
  test = await createTestKit('sources');
  store = await openTestRecords(test, {
    sqlite: () => openSourceStore({ dataDir: test.dir }),
    mongo: openSourceMongoStore,
  });
});
afterEach(async () => {
  await store.close();
  await test.close();
});

async function keepWebhook(): Promise<string> {
  const id = newId();
  await store.keepWebhook(
    {
      id,
      name: 'Receiver',
      url: 'http://127.0.0.1:1',
      events: ['job.status-changed'],
      filter: null,
      fields: null,
      secret: 'secret',
      ownerId: newId(),
      createdBy: 'admin',
      createdOn: test.clock.now(),
    },
    [],
  );
  return id;
}

function jobEvent(webhook: string, number: number) {
  const at = test.clock.now();
  const what = { id: newId(), number, name: 'Spring', from: null, to: 'DONE', run: 1, at, by: 'admin' } as const;
  const { id, key, json } = outgoing('job.status-changed', String(number), what);
  return { webhook, event: id, type: 'job.status-changed' as const, key, json, at };
}

it('sends once what arrives while the store is slow to say what is due', async () => {
  const webhook = await keepWebhook();
  const [first, last] = [jobEvent(webhook, 1), jobEvent(webhook, 2)];
  await store.queueDeliveries([first]);

  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: lastSent, resolve: sendLast } = Promise.withResolvers<void>();
  const sent: string[] = [];
  let looks = 0;
  const sender = new DeliverySender({
    store: new Proxy(store, {
      get(target, name) {
        if (name === 'dueDeliveries')
          return async (...args: Parameters<WebhookStore['dueDeliveries']>) => {
            const due = await target.dueDeliveries(...args);
            // The second answer was read before the delivery is settled, and comes after.
            if (++looks === 2) {
              arrive();
              await settled;
              await new Promise(setImmediate);
            }
            return due;
          };
        if (name === 'settleDelivery')
          return async (...args: Parameters<WebhookStore['settleDelivery']>) => {
            await target.settleDelivery(...args);
            settle();
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    caller: {
      async call(_webhook, { delivery }) {
        sent.push(delivery);
        sender.wake();
        if (delivery === last.event) sendLast();
        await arrived;
        return { ok: true, status: 204, reason: null, ms: 1 };
      },
    },
    clock: test.clock,
    log: test.kit.log,
    isTurn: () => true,
  });
  sender.wake();
  await settled;
  await store.queueDeliveries([last]);
  sender.wake();
  await lastSent;
  await sender.close();
  expect(sent).toEqual([first.event, last.event]);
});

it('sends what is of other keys while long queues wait for receivers of theirs', async () => {
  const webhook = await keepWebhook();
  const queueOf = (key: number) => Array.from({ length: 100 }, () => jobEvent(webhook, key));
  const [one, two] = [queueOf(1), queueOf(2)];
  const last = jobEvent(webhook, 3);
  await store.queueDeliveries([...one, ...two, last]);
  const { promise: lastSent, resolve: sendLast } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const sender = new DeliverySender({
    store,
    caller: {
      async call(_webhook, { delivery }) {
        sent.push(delivery);
        if (delivery === last.event) sendLast();
        await lastSent;
        return { ok: true, status: 204, reason: null, ms: 1 };
      },
    },
    clock: test.clock,
    log: test.kit.log,
    isTurn: () => true,
  });
  sender.wake();
  await lastSent;
  await sender.close();
  expect(sent.slice(0, 3)).toEqual([one[0]?.event, two[0]?.event, last.event]);
  const due = await store.dueDeliveries(webhook, test.clock.now(), 2);
  expect(due.map(({ key }) => key)).toEqual(['1', '2']);
});
