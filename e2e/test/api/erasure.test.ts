import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, type Profile } from '@numscope/contracts';
import { Api, RefusedError } from '../../src/calls/api.ts';
import { listen } from '../../src/attack/heard.ts';
import { audited } from '../../src/attack/trail.ts';
import { collectionsWith, headsOf, topicHeads } from '../../src/product/distributed-engines.ts';
import { leftOf } from '../../src/records/erased-bytes.ts';
import { isDistributed } from '../../src/product/installation.ts';
import { tablesWith } from '../../src/records/kept-bytes.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const PHONES = 60;
let product: Product;
let api: Api;
/** The number that is to go, and what is known of it. */
let profile: Profile;

beforeAll(async () => {
  product = await startProduct({ env: { SANDBOX: 'true' }, twoOf: ['images', 'jobs', 'profiles', 'sources'] });
  api = await Api.login(product.url);
  const job = await api.upload([phonesFile(PHONES)], { name: 'To be erased from', iteration: '2' });
  await jobIs(api, job.number, 'DONE');
  const found = await api.call(calls.searchProfiles, { body: { page: 0, size: 100, filters: {} } });
  const candidate = found.content.find(
    ({ emails, photos, names }) => emails.length > 0 && photos.length > 0 && names.length > 0,
  );
  if (!candidate) throw new Error('no made-up person has an email and a photo');
  profile = candidate;
});
afterAll(() => product.discard());

const status = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof RefusedError ? error.status : 0),
  );
/** What nobody else has. */
const content = (): string[] => [...profile.emails, profile.id, ...profile.images];

it('tells all that is known of a number as one document, and as a page that fetches nothing', async () => {
  const { phone } = profile;
  await api.call(calls.listNumbers, { body: { entries: `${phone}\n${phone}9`, reason: 'asked <b>nicely</b>' } });
  // An act is in the audit as soon as its event is taken in.
  await audited(api, { actionTypes: ['PRIVACY'] }, ({ args }) => JSON.stringify(args).includes(phone));
  const document = await api.call(calls.accessDocument, { query: { phone } });
  expect(document.profile?.id).toBe(profile.id);
  expect(document.observations.map(({ source }) => source)).toContain('SANDBOX');
  expect(document.jobs).toMatchObject([{ name: 'To be erased from', status: 'DONE', phone: 'FOUND' }]);
  expect(document.pictures).toEqual(profile.images);
  expect(document.listed.map(({ entry }) => entry)).toEqual([phone]);
  expect(document.audit.map(({ actionType }) => actionType)).toContain('PRIVACY');
  const page = await fetch(`${product.url}/api/privacy/access?phone=${phone.slice(1)}`, {
    headers: { authorization: `Bearer ${api.token}`, accept: 'text/html' },
  });
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  for (const told of [...profile.emails, ...profile.images, 'To be erased from']) expect(html).toContain(told);
  expect(html).toContain('asked &lt;b&gt;nicely&lt;/b&gt;');
  expect(html).not.toMatch(/<(?:script|img|link)|https?:\/\/[^<]*["']/);
  for (const entry of [phone, `${phone}9`]) await api.call(calls.unlistNumber, { query: { entry } });
});

it('takes a number out of everything, says how much there was, and keeps the act in the audit', async () => {
  const { phone } = profile;
  const jobBefore = await api.call(calls.listJobs, { query: { batch: 10 } });
  const before = isDistributed
    ? await collectionsWith(product.dataDir, content())
    : tablesWith(product.dataDir, content());
  expect(before).not.toEqual([]);
  if (isDistributed) {
    const head = (await headsOf(product.dataDir, 'phone.resolved')).get(phone);
    expect(content().some((one) => head?.includes(one))).toBe(true);
  }

  const line = await listen(api);
  const certificate = await api.call(calls.erasePhone, { body: { phone, purpose: 'asked for it in writing' } });
  // Who has its page open asks anew.
  await line.hears((message) => message.type === 'profile.updated' && message.data.phone === phone);
  line.close();
  expect(certificate).toMatchObject({ phone, purpose: 'asked for it in writing', by: 'admin' });
  expect(certificate.finishedAt).not.toBeNull();
  const counts = Object.fromEntries(certificate.erased.map(({ place, removed }) => [place, removed]));
  expect(counts).toMatchObject({ profiles: 1, jobPhones: 2 });
  expect(counts['observations']).toBeGreaterThan(0);

  expect(await status(api.call(calls.getProfile, { params: { phone } }))).toBe(404);
  expect(await status(api.call(calls.individualExportAsIs, { query: { phone } }))).toBe(404);
  const found = await api.call(calls.searchProfiles, {
    body: { page: 0, size: 10, filters: { phone: { values: [phone], and: true } } },
  });
  expect(found.content).toEqual([]);
  const jobAfter = await api.call(calls.listJobs, { query: { batch: 10 } });
  expect(jobAfter[0]?.totalPhoneNumbers).toBe((jobBefore[0]?.totalPhoneNumbers ?? 0) - 1);
  expect(jobAfter[0]).toMatchObject({ status: 'DONE', progress: 100 });

  const again = await api.call(calls.erasePhone, { body: { phone, purpose: 'once more' } });
  expect(again.erased.every(({ removed }) => removed === 0)).toBe(true);
});

it('leaves others as they were', async () => {
  const others = await api.call(calls.searchProfiles, { body: { page: 0, size: 100, filters: {} } });
  expect(others.totalElements).toBeGreaterThan(10);
  expect(others.content.map(({ phone }) => phone)).not.toContain(profile.phone);
});

it('leaves no byte of it anywhere but for the audit and the certificate, while it runs and afterwards', async () => {
  const digits = profile.phone.slice(1);
  await audited(api, { actionTypes: ['PRIVACY'] }, ({ details }) => details === 'Certificate of an erasure');
  expect(await leftOf(product, digits, content())).toEqual([]);
  if (isDistributed) {
    const heads = await topicHeads(product.dataDir);
    for (const topic of ['phone.resolved', 'profile.updated', 'profile.deleted'])
      expect([topic, heads.get(topic)?.get(profile.phone)]).toEqual([topic, null]);
    for (const id of profile.images) expect(await status(api.call(calls.getImage, { params: { id } }))).toBe(404);
    return;
  }
  await product.stop();
  expect(await leftOf(product, digits, content())).toEqual([]);
});
