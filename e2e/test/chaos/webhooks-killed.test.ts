import { afterAll, expect, it } from '@jest/globals';
import { Client } from '@numscope/client';
import { calls } from '@numscope/contracts';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import { Api } from '../../src/api.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/installation.ts';
import { phonesFile } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/watch-job.ts';

const SECRET = 'a secret of this test';
const PHONES = scaled(400, 4000);
const KILLS = scaled(4, 15);

const topics = ['profile.updated', 'job.status-changed'] as const;

const receiver = new WebhookReceiver(SECRET);
const dataDir = newDataDir();
let product: Product;

afterAll(async () => {
  await product?.stop('SIGKILL');
  await receiver.close();
  await dropDataDir(dataDir);
});

/** Where the stream of events stands now. */
async function placeNow(api: Api): Promise<string> {
  const response = await fetch(`${api.url}${calls.followEvents.path}?topics=${topics.join(',')}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('\n\n')) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return /^id: (.*)$/m.exec(text)?.[1] ?? '';
}

interface Named {
  id: string;
  type: string;
  key: string;
}

/** The ids of each key in order, each once: what came again is passed over. */
function ordered(events: readonly Named[]): Map<string, string[]> {
  const seen = new Set<string>();
  const byKey = new Map<string, string[]>();
  for (const { id, type, key } of events) {
    if (seen.has(id)) continue;
    seen.add(id);
    byKey.set(`${type} ${key}`, [...(byKey.get(`${type} ${key}`) ?? []), id]);
  }
  return byKey;
}

it('tells a webhook each event at least once and in order for its key, killed at random moments', async () => {
  const url = await receiver.listen();
  const port = await freePort();
  const start = (): Promise<Product> =>
    startProduct({ dataDir, port, env: { SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host } });
  product = await start();
  let api = await Api.login(product.url);
  await api.call(calls.createWebhook, { body: { name: 'Survives', url, events: [...topics], secret: SECRET } });
  const after = await placeNow(api);
  // Two jobs of the same numbers: several events of each key.
  const file = phonesFile(PHONES);
  const jobs = [await api.upload([file], { name: 'Once' }), await api.upload([file], { name: 'Twice' })];
  for (let kill = 1; kill <= KILLS; kill++) {
    // Somewhere in this kill's share of what is to be told.
    const moment = Math.round((kill - Math.random()) * (PHONES / (KILLS + 1)));
    await receiver.until((all) => all.length >= moment);
    await product.stop('SIGKILL');
    product = await start();
  }
  api = await Api.login(product.url);
  for (const { number } of jobs) await jobIs(api, number, 'DONE', 900_000);

  const isDone = (key: string) => (event: { key: string; data: Record<string, unknown> }) =>
    event.key === key && event.data['to'] === 'DONE';
  const onBus: Named[] = [];
  const stop = new AbortController();
  const client = new Client({ url: product.url, bearer: () => api.token });
  const profiles = new Set<string>();
  const { totalElements } = await api.call(calls.searchProfiles, { body: { filters: {}, size: 1 } });
  for await (const { event } of client.events({ topics, after, signal: stop.signal })) {
    onBus.push(event);
    if (event.type === 'profile.updated') profiles.add(event.key);
    const ended = jobs.every(({ number }) => onBus.some((one) => isDone(String(number))(one as never)));
    if (ended && profiles.size >= totalElements) stop.abort();
  }
  const ids = new Set(onBus.map(({ id }) => id));
  await receiver.until(
    (all) => new Set(all.map(({ event }) => event.id).filter((id) => ids.has(id))).size === ids.size,
  );

  const told = ordered(receiver.all.map(({ event }) => event));
  for (const [key, list] of ordered(onBus)) expect([key, told.get(key)?.slice(0, list.length)]).toEqual([key, list]);
  expect(profiles.size).toBeGreaterThan(PHONES / 2);
  expect(receiver.all.every(({ isSigned }) => isSigned)).toBe(true);
  const repeated = receiver.all.length - new Set(receiver.all.map(({ event }) => event.id)).size;
  process.stdout.write(`webhooks: ${KILLS} kills, ${ids.size} events, ${repeated} sent again\n`);
});
