import { createServer } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listenLocally } from '@numscope/testing/local-server';
import { Api } from '../../src/api.ts';
import { phonesFile } from '../../src/phones.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/watch-job.ts';

let product: Product;
let provider: { close(): Promise<void> };
afterEach(async () => {
  await product.discard();
  await provider.close();
});

const PHONES = scaled(100, 400);
const A_SECOND = scaled(10, 5);

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
    twoOf: ['sources'],
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
