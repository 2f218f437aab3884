import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { jobGets } from '../../src/calls/patient.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

/** Enough refusals in a row to stop a source, whichever instance is asked of how many. */
const PHONES = 12;
/** Where the numbers of this file begin; the product has others of other files. */
const FROM = boundNumbers('nothing taken back', PHONES);
const LIMIT_MS = 300_000;

/** What each source answers in the second pass: a status, or nothing at all. In the first it knows every number. */
const second: Record<string, number | null> = { fails: 500, refuses: 401, silent: null, limited: 200, gone: 404 };
let pass = 1;
const provider = createServer((request, response) => {
  const [, source = '', phone = ''] = (request.url ?? '').split('/');
  const status = pass === 1 ? 200 : (second[source] ?? null);
  if (status === null) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? { mails: [`${source}-${phone}@mail.example`] } : {}));
});
let url: string;
let close: () => Promise<void>;
let product: Product;
let api: Api;

/** The silent one is waited for all at once, each of the others for one number after the other. */
const bound = (name: string): string => `
  ${name.toUpperCase()}:
    connector: http
    request: { url: "${url}/${name}/{phone}" }
    answer: { notFoundStatus: [404], map: { emails: mails } }
    limits: { concurrency: ${name === 'silent' ? PHONES : 1}${name === 'limited' ? `, perMonth: ${PHONES}` : ''} }
    timeoutMs: 2000
    retries: 0`;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  ({ url, close } = await listenLocally(provider));
  await bindSources(product, `sources:${Object.keys(second).map(bound).join('')}\n`);
});
afterAll(async () => {
  provider.closeAllConnections();
  await close();
});

const emailsOf = async (index: number): Promise<string[]> => {
  const profile = Profile.parse(await api.call(calls.getProfile, { params: { phone: phoneAt(FROM + index) } }));
  return profile.emails.map((email) => email.split('-')[0] ?? '').toSorted();
};

it('nothing that failed, was refused, waits or came too late takes back what was known; a real nothing does', async () => {
  const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'Known' });
  expect((await jobIs(api, number, 'DONE')).counts).toMatchObject({ FOUND: PHONES });
  for (let index = 0; index < PHONES; index++) expect(await emailsOf(index)).toEqual(Object.keys(second).toSorted());

  pass = 2;
  await api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
  const waits = await jobGets(api, number, (job) => job.pass === 2 && job.waiting.length > 0, LIMIT_MS);
  expect(waits.waiting).toMatchObject([{ source: 'LIMITED' }]);
  for (let index = 0; index < PHONES; index++) expect(await emailsOf(index)).toContain('limited');

  await api.call(calls.endWaiting, { params: { name: 'LIMITED' } });
  const done = await jobGets(api, number, ({ status }) => status === 'DONE', LIMIT_MS);
  expect(await api.call(calls.getSource, { params: { name: 'REFUSES' } })).toMatchObject({ state: 'REFUSED' });
  expect(done.counts).toMatchObject({ FAILED: PHONES, FOUND: 0, NOT_FOUND: 0 });
  for (let index = 0; index < PHONES; index++)
    expect(await emailsOf(index)).toEqual(['fails', 'limited', 'refuses', 'silent']);
  // What each source was asked last, and with what success, is told beside it.
  const { content } = await api.call(calls.jobPhones, { params: { id: String(number) }, body: { page: 0, size: 39 } });
  for (const { sources } of content)
    expect(Object.fromEntries(sources.map(({ source, status }) => [source, status]))).toMatchObject({
      FAILS: 'FAILED',
      REFUSES: 'FAILED',
      SILENT: 'FAILED',
      LIMITED: 'FAILED',
      GONE: 'NOT_FOUND',
    });
});
