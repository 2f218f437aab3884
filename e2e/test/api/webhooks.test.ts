import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from '@numscope/client';
import { calls } from '@numscope/contracts';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { askUntil } from '@numscope/testing/ask-until';
import { Api } from '../../src/calls/api.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const SECRET = 'a secret of this test';
const PHONES = 20;

const receiver = new WebhookReceiver(SECRET);
let url: string;
let product: Product;
let api: Api;

beforeAll(async () => {
  url = await receiver.listen();
  product = await startProduct({
    env: { SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host },
    twoOf: ['jobs', 'profiles', 'sources'],
  });
  api = await Api.login(product.url);
});
afterAll(async () => {
  await product?.discard();
  await receiver.close();
});

const ofJob = (number: number): string[] =>
  receiver.all.filter(({ event }) => event.key === String(number)).map(({ event }) => String(event.data['to']));

it('tells of a job and its profiles by webhook and by the stream of events, the same and in order', async () => {
  const client = new Client({ url: product.url, bearer: () => api.token });
  const stop = new AbortController();
  const stream = client.events({ topics: ['job.status-changed', 'profile.updated'], signal: stop.signal });
  const streamed: Array<{ id: string; event: { id: string; key: string } }> = [];
  const following = (async () => {
    for await (const told of stream) streamed.push(told);
  })();
  await api.call(calls.createWebhook, {
    body: { name: 'Test', url, events: ['job.status-changed', 'profile.updated'], secret: SECRET },
  });
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Told' });
  const { counts } = await jobIs(api, number, 'DONE');
  await receiver.until(() => ofJob(number).includes('DONE'));
  const profiles = (): Set<string> =>
    new Set(receiver.all.flatMap(({ event }) => (event.type === 'profile.updated' ? [event.key] : [])));
  await receiver.until(() => profiles().size >= counts.FOUND);

  expect(receiver.all.every(({ isSigned }) => isSigned)).toBe(true);
  const order = ['CREATED', 'SCHEDULED', 'IN_PROGRESS', 'DONE'];
  const statuses = ofJob(number);
  expect(statuses).toEqual(order.filter((status) => statuses.includes(status)));

  // The stream was opened first, so that it has at least what the webhook was told, if it is as quick.
  const ids = new Set(receiver.all.map(({ event }) => event.id));
  const known = (): boolean => [...ids].every((id) => streamed.some(({ event }) => event.id === id));
  await askUntil(known);
  stop.abort();
  await following;

  const middle = Math.floor(streamed.length / 2);
  const again = new AbortController();
  const rest: string[] = [];
  const after = streamed[middle]?.id ?? '';
  for await (const { event } of client.events({
    topics: ['job.status-changed', 'profile.updated'],
    after,
    signal: again.signal,
  })) {
    rest.push(event.id);
    if (rest.length >= streamed.length - middle - 1) again.abort();
  }
  expect(rest.toSorted()).toEqual(
    streamed
      .slice(middle + 1)
      .map(({ event }) => event.id)
      .toSorted(),
  );
});

it('tells of a source that was paused', async () => {
  const { id } = await api.call(calls.createWebhook, {
    body: { name: 'Sources', url, events: ['source.state'], filter: { sources: ['SANDBOX'] }, secret: SECRET },
  });
  await api.call(calls.pauseSource, { params: { name: 'SANDBOX' } });
  await receiver.until((all) =>
    all.some(({ event }) => event.type === 'source.state' && event.data['state'] === 'PAUSED'),
  );
  expect(await api.call(calls.testWebhook, { params: { id } })).toMatchObject({ ok: true, status: 204 });
  await api.call(calls.resumeSource, { params: { name: 'SANDBOX' } });
  await receiver.until((all) =>
    all.some(({ event }) => event.type === 'source.state' && event.data['from'] === 'PAUSED'),
  );
});
