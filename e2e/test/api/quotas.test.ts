import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listenLocally } from '@numscope/testing/local-server';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { isDistributed } from '../../src/product/installation.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { type QuotaProvider, startQuotaProvider } from '../../src/providers/quota-provider.ts';
import { scaled } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

const PHONES = scaled(100, 400);
/** Where the numbers of this file begin; the product has others of other files. */
const FROM = boundNumbers('quotas', PHONES);
const A_SECOND = scaled(10, 5);

const A_MINUTE = 10;
const RENEWALS = scaled(1, 5);
const RATIONED = (RENEWALS + 1) * A_MINUTE;
/** Where the numbers begin that are rationed: PACED alone tells of them what RATIONED needs. */
const RATIONED_FROM = boundNumbers('rationed', RATIONED);
const isRationed = (phone: string): boolean => phone >= phoneAt(RATIONED_FROM);

/** A provider that answers so many calls a second, and 429 to all others. */
async function startPacedProvider() {
  const taken: number[] = [];
  const paced = { complaints: 0, answered: new Set<string>() };
  const server = createServer((request, response) => {
    const now = performance.now();
    while ((taken[0] ?? now) <= now - 1000) taken.shift();
    if (taken.length >= A_SECOND) {
      paced.complaints++;
      return void response.writeHead(429, { 'retry-after': '1' }).end();
    }
    taken.push(now);
    const phone = request.url?.split('/').at(-1) ?? '';
    paced.answered.add(phone);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ names: [phone], emails: isRationed(phone) ? [`${phone}@mail.example`] : [] }));
  });
  return Object.assign(paced, await listenLocally(server));
}

let product: Product;
let paced: Awaited<ReturnType<typeof startPacedProvider>>;
let quota: QuotaProvider;
let api: Api;
sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  [paced, quota] = await Promise.all([startPacedProvider(), startQuotaProvider(Date.now)]);
  await bindSources(
    product,
    `sources:
  PACED: { connector: http, request: { url: "${paced.url}/{phone}" }, retries: 0 }
  RATIONED: { connector: http, request: { url: "${quota.url}/numbers/{phone}" }, limits: { perMinute: ${A_MINUTE} }, needs: [emails] }
`,
  );
});
afterAll(() => Promise.all([paced.close(), quota.close()]));

const MINUTE_MS = 60_000;
/** What begins just before a minute ends is counted by the product to that one and by its provider to the next. */
const EDGE_MS = 5000;

/** The job of the rationed numbers: their minutes are those of the real clock, and go by while other tests run. */
let rationed: number;
const beginRationed = async (): Promise<void> => {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < EDGE_MS) await pause(left);
  ({ number: rationed } = await api.upload([phonesFile(RATIONED, RATIONED_FROM)], { name: 'Ten a minute' }));
};

it(`a provider of ${A_SECOND} a second that answers 429 answers ${PHONES} of ${PHONES} numbers, without \`perSecond\``, async () => {
  if (isDistributed) await beginRationed();
  const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'Too many requests' });
  const done = await jobIs(api, number, 'DONE', 600_000);
  expect(done.counts).toMatchObject({ FOUND: PHONES, FAILED: 0, NOT_FOUND: 0 });
  expect([...paced.answered].filter((phone) => !isRationed(phone))).toHaveLength(PHONES);
  expect(paced.complaints).toBeGreaterThan(0);
  expect(paced.complaints).toBeLessThan(PHONES);
  process.stdout.write(`429: ${paced.complaints} refused for ${paced.answered.size} answered\n`);
});

// One process shows it in quota-renewal.test.ts, by a clock that goes faster: engines mind that clock.
if (isDistributed) {
  it(`a quota of ${A_MINUTE} a minute answers ${RATIONED} numbers after ${RENEWALS} renewals, with nobody at hand`, async () => {
    const { waiting } = await jobReaches(api, rationed, (job) => job.waiting.length > 0 || job.status === 'DONE');
    if (RENEWALS > 1) expect(waiting).toMatchObject([{ source: 'RATIONED' }]);
    const done = await jobIs(api, rationed, 'DONE', 600_000);
    expect(done).toMatchObject({ counts: { FOUND: RATIONED, FAILED: 0, NOT_FOUND: 0, PENDING: 0 }, waiting: [] });
    expect(new Set(quota.seen.map(({ phone }) => phone)).size).toBe(RATIONED);
    expect(quota.seen).toHaveLength(RATIONED);
    expect(Math.max(...quota.minutes())).toBeLessThanOrEqual(A_MINUTE);
    // On a busy machine one may pass in which not all of the ten could be asked.
    expect(quota.minutes().length).toBeLessThanOrEqual(RENEWALS + 2);
    process.stdout.write(`ten a minute: ${quota.minutes().join(', ')}\n`);
  });
}
