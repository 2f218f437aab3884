import { createServer } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listenLocally } from '@numscope/testing/local-server';
import { Api } from '../../src/api.ts';
import { fastClock } from '../../src/fast-clock.ts';
import { phonesFile } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { quotaSources, startQuotaProvider } from '../../src/quota-provider.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs, jobReaches } from '../../src/watch-job.ts';

let product: Product;
let provider: { close(): Promise<void> };
afterEach(async () => {
  await product.discard();
  await provider.close();
});

it('a quota of ten a minute answers sixty numbers after five renewals, with nobody at hand', async () => {
  // A minute of ten seconds. Its leases would not outlive that in the distributed way.
  const clock = fastClock(6);
  const quota = await startQuotaProvider(clock.now);
  provider = quota;
  product = await startProduct({ sources: quotaSources(quota.url, 10), env: clock.env, embedded: true });
  const api = await Api.login(product.url);
  await clock.nextMinute();
  const { number } = await api.upload([phonesFile(60)], { name: 'Ten a minute' });

  const { waiting } = await jobReaches(api, number, (job) => job.waiting.length > 0);
  const resumesAt = waiting[0]?.resumesAt ?? 0;
  expect(waiting).toEqual([{ source: 'OFFICE', resumesAt }]);
  expect(resumesAt % 60_000).toBe(0);

  const done = await jobIs(api, number, 'DONE', 300_000);
  expect(done).toMatchObject({ counts: { FOUND: 60, FAILED: 0, NOT_FOUND: 0, PENDING: 0, SENT: 0 }, waiting: [] });
  expect(new Set(quota.seen.map(({ phone }) => phone)).size).toBe(60);
  expect(quota.seen).toHaveLength(60);
  expect(Math.max(...quota.minutes())).toBe(10);
  // On a busy machine one may pass in which not all of the ten could be asked.
  expect(quota.minutes().length).toBeLessThanOrEqual(7);
});

const PHONES = scaled(120, 400);
const A_SECOND = 5;

it(`a provider of ${A_SECOND} a second that answers 429 answers ${PHONES} of ${PHONES} numbers, without \`perSecond\``, async () => {
  const taken: number[] = [];
  let complaints = 0;
  const answered = new Set<string>();
  const server = createServer((request, response) => {
    const now = performance.now();
    while ((taken[0] ?? now) <= now - 1000) taken.shift();
    if (taken.length >= A_SECOND) {
      complaints++;
      return void response.writeHead(429, { 'retry-after': '1' }).end();
    }
    taken.push(now);
    const phone = request.url?.split('/').at(-1) ?? '';
    answered.add(phone);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ names: [phone] }));
  });
  const paced = await listenLocally(server);
  provider = paced;
  product = await startProduct({
    sources: `sources:\n  OFFICE: { connector: http, request: { url: "${paced.url}/{phone}" }, retries: 0 }\n`,
  });
  const api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(PHONES)], { name: 'Too many requests' });
  const done = await jobIs(api, number, 'DONE', 600_000);
  expect(done.counts).toMatchObject({ FOUND: PHONES, FAILED: 0, NOT_FOUND: 0 });
  expect(answered.size).toBe(PHONES);
  expect(complaints).toBeGreaterThan(0);
  expect(complaints).toBeLessThan(PHONES);
  process.stdout.write(`429: ${complaints} refused for ${PHONES} answered\n`);
});
