import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Job, Profile } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { Api, RefusedError } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { timedAlone } from '../../src/speed/stretch.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

/** Where the numbers of this file begin; the product has others of other files. */
const PHONES = 400;
const FROM = boundNumbers('main path', PHONES);
const SLOW_PHONES = scaled(5000, 1_000_000);
const SLOW_FROM = boundNumbers('slow path', SLOW_PHONES);
/** Until a pause takes effect, on a machine that does nothing else. */
const SOON_MS = 2000;
/** What others did before is in the audit too. */
const BEGUN = Date.now();

let provider: FakeProvider;
let product: Product;
let api: Api;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  provider = await startFakeProvider(2);
  await bindSources(product, providerSources(provider.url, { concurrency: 16, timeoutMs: 20_000 }));
});

afterAll(() => provider.close());

it('takes a file to searched and exported profiles that say who told what', async () => {
  const created = await api.upload([phonesFile(PHONES, FROM)], { name: 'First' });
  expect(created).toMatchObject({ subtype: 'SINGLE', totalPhoneNumbers: 400, createdBy: 'admin', mainJob: false });
  const done = await jobIs(api, created.number, 'DONE');
  expect(done).toMatchObject({
    progress: 100,
    counts: { FOUND: 300, NOT_FOUND: 100, PENDING: 0, SENT: 0, FAILED: 0, NOT_VALID: 0 },
  });

  const known = phoneAt(FROM + 1);
  const byJob = await api.call(calls.searchProfiles, {
    body: { page: 0, size: 15, filters: { jobId: { values: [String(done.number)], and: true } } },
  });
  expect(byJob.totalElements).toBe(300);
  const byName = await api.call(calls.searchProfiles, {
    body: { page: 0, size: 15, filters: { name: { values: [`person ${known}`], and: true } } },
  });
  expect(byName.content.map((profile) => profile.phone)).toEqual([`+${known}`]);

  const profile = Profile.parse(await api.call(calls.getProfile, { params: { phone: known } }));
  expect(profile).toMatchObject({
    phone: `+${known}`,
    emails: [`p${known}@mail.example`],
    sources: expect.arrayContaining(['OFFICE']),
    country: 'UZ',
  });
  expect(profile.provenance['emails']).toEqual([
    expect.objectContaining({ source: 'OFFICE', cached: false, value: `p${known}@mail.example` }),
  ]);
  const detail = await api.call(calls.individualExport, { query: { phone: known } });
  expect(detail.sources.map((source) => source.lmSource)).toEqual(expect.arrayContaining(['OFFICE', 'NUMBERING_PLAN']));
  const exported = await api.call(calls.exportProfiles, { body: { phones: [known, phoneAt(FROM + 2)] } });
  expect(exported.map((one) => one.phone)).toEqual([`+${known}`, `+${phoneAt(FROM + 2)}`]);
});

it('writes every call to the audit, refused ones too, and the chain is whole', async () => {
  await expect(Api.login(product.url, 'admin', 'Wrong!Password1')).rejects.toMatchObject({
    status: 401,
    body: { code: 'BAD_CREDENTIALS' },
  });
  await api.call(calls.searchProfiles, { body: { page: 0, size: 1, filters: {} } });
  const wanted = ['CREATE_JOB', 'JOB', 'LOGIN', 'PROFILE'];
  const seen = (entries: ReadonlyArray<{ actionType: string }>): string[] =>
    [...new Set(entries.map((entry) => entry.actionType))].toSorted();
  // A read's entry comes within a second, in groups; so does a refusal's.
  const body = { page: 0, size: 100, actionTypes: wanted, from: BEGUN };
  const { content: entries } = await askUntil(
    () => api.call(calls.searchAudit, { body }),
    ({ content }) => seen(content).length === wanted.length && content.some((entry) => entry.outcome !== 'OK'),
    { withinMs: 60_000 },
  );
  expect(seen(entries)).toEqual(wanted);
  const logins = entries.filter((entry) => entry.actionType === 'LOGIN');
  expect(logins.map((entry) => entry.outcome)).toEqual(expect.arrayContaining(['OK', 'BAD_CREDENTIALS']));
  expect(JSON.stringify(logins)).not.toContain('Wrong!Password1');
  expect(await api.call(calls.auditChain)).toMatchObject({ whole: true, brokenAt: null });
});

it('lets a plain user search, and refuses what only administrators may, within a second of a change of roles', async () => {
  const user = await api.call(calls.createUser, {
    body: { userName: 'analyst', password: 'Quiet!River7', roles: ['USER'], modules: ['Profiler'] },
  });
  const analyst = await Api.login(product.url, 'analyst', 'Quiet!River7');
  expect(
    (await analyst.call(calls.searchProfiles, { body: { page: 0, size: 1, filters: {} } })).totalElements,
  ).toBeGreaterThan(0);
  for (const refused of [
    analyst.call(calls.searchJobs, { body: {} }),
    analyst.call(calls.searchUsers, { body: {} }),
    analyst.call(calls.listSources),
  ]) {
    await expect(refused).rejects.toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  }
  const body = { userName: 'analyst', roles: ['ADMIN'], modules: ['Profiler'] };
  const refusalOfMe = (): Promise<unknown> =>
    analyst.call(calls.me).then(
      () => null,
      (error: unknown) => error,
    );
  const { done: refusal, ms } = await timedAlone(async () => {
    await api.call(calls.updateUser, { params: { id: user.id }, body });
    return askUntil(refusalOfMe);
  });
  expect(ms).toBeLessThan(1000);
  expect(refusal).toBeInstanceOf(RefusedError);
  expect(refusal).toMatchObject({ status: 401 });
});

it('pauses in the middle of a slow source within two seconds, and plays on without asking anything twice', async () => {
  const before = { asked: provider.asked(), answered: provider.answered.size };
  const asked = (): number => provider.asked() - before.asked;
  const answered = (): number => provider.answered.size - before.answered;
  provider.answerAfter(5000);
  const job = await api.upload([phonesFile(SLOW_PHONES, SLOW_FROM)], { name: 'Slow' });
  await jobIs(api, job.number, 'IN_PROGRESS');
  await askUntil(asked, (count) => count > 0);
  const pause = () => api.call(calls.setJobStatus, { params: { number: job.number, jobStatus: 'PAUSED' } });
  const { done: paused, ms, stretch } = await timedAlone(pause);
  expect(ms).toBeLessThan(SOON_MS);
  expect(Job.parse(paused).status).toBe('PAUSED');
  // What was in flight may still end; two seconds after the call nothing new is asked.
  await wait((SOON_MS - ms) * stretch);
  const askedThen = asked();
  expect(askedThen).toBeLessThanOrEqual(32);
  await askUntil(answered, (count) => count >= askedThen);
  expect(asked()).toBe(askedThen);
  await api.call(calls.setJobStatus, { params: { number: job.number, jobStatus: 'IN_PROGRESS' } });
  await askUntil(asked, (count) => count > askedThen);
  await api.call(calls.setJobStatus, { params: { number: job.number, jobStatus: 'CANCELED' } });
  const ofThis = [...provider.answered].slice(before.answered);
  expect(ofThis.every(([, times]) => times === 1)).toBe(true);
  await expect(
    api.call(calls.setJobStatus, { params: { number: job.number, jobStatus: 'IN_PROGRESS' } }),
  ).rejects.toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
});

it('tells whoever shows a job that does not run of its other name', async () => {
  const { number } = await api.upload([phonesFile(1, FROM)], { name: 'Held', hold: 'true' });
  let renamed: Promise<unknown> | undefined;
  const told = await jobReaches(api, number, ({ name }) => {
    // Once the line stands and the job was asked for: what is known from then on was told.
    renamed ??= api.call(calls.updateJob, { params: { number }, body: { name: 'Harbour' } });
    return name === 'Harbour';
  });
  expect(told.status).toBe('CREATED');
  await renamed;
});

it('has nothing that Node.js itself would warn of', () => {
  expect(product.output()).not.toMatch(/\(node:\d+\)/);
});
