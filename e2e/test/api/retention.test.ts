import { afterAll, expect, it } from '@jest/globals';
import { calls, type Retention } from '@numscope/contracts';
import { ageRecords, ageRetention } from '../../src/records/aged-records.ts';
import { Api } from '../../src/calls/api.ts';
import { audited } from '../../src/attack/trail.ts';
import { laterClock } from '../../src/clock/fast-clock.ts';
import { retryWhileAway } from '../../src/calls/patient.ts';
import { isDistributed } from '../../src/product/installation.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const DAY_MS = 86_400_000;
const PHONES = 40;
const month = { observations: 30, jobs: 30, audit: 30 };

let product: Product;
afterAll(() => product.discard());

/** The retention once it is so. */
const retentionIs = (api: Api, reached: (retention: Retention) => boolean): Promise<Retention> =>
  retryWhileAway(async () => {
    const retention = await api.call(calls.getRetention);
    if (!reached(retention)) throw new Error(`the retention is not there yet: ${JSON.stringify(retention)}`);
    return retention;
  }, 240_000);

it('shows what is older, removes it once a day everywhere, killed in the middle or not, and keeps what is younger', async () => {
  const env = { SANDBOX: 'true', AUDIT_CHECKPOINT_ENTRIES: '5' };
  product = await startProduct({ env, twoOf: [] });
  const { dataDir, port } = product;
  let api = await Api.login(product.url);
  const old = await api.upload([phonesFile(PHONES)], { name: 'Of last month', purpose: 'An old case' });
  await jobIs(api, old.number, 'DONE');
  const { totalElements: profiles } = await api.call(calls.searchProfiles, { body: { filters: {} } });
  expect(profiles).toBeGreaterThan(10);
  if (isDistributed) await ageRecords(dataDir, 40 * DAY_MS);
  else {
    await product.stop();
    // Forty days later.
    product = await startProduct({ dataDir, port, env: { ...env, ...laterClock(40 * DAY_MS) } });
    api = await Api.login(product.url);
  }
  const young = await api.call(calls.createJobByRange, {
    body: { name: 'Of today', from: '998712345600', to: '998712345629', iteration: 1 },
  });
  await jobIs(api, young.number, 'DONE');
  const before = await api.call(calls.getRetention, { query: month });
  expect(before).toMatchObject({
    days: { observations: null, jobs: null, audit: null },
    next: { days: month, jobs: { count: 1, atLeast: false }, profiles: { count: profiles, atLeast: false } },
    runs: [],
  });
  expect(before.next.observations.count).toBeGreaterThanOrEqual(profiles);
  // A checkpoint cannot be made older: its signature says when it was.
  if (!isDistributed) expect(before.next.auditEntries.count).toBeGreaterThan(0);
  const set = await api.call(calls.setRetention, { body: month });
  expect(set).toMatchObject({ days: month, by: 'admin', next: { at: expect.any(Number) }, runs: [] });
  await audited(api, { actionTypes: ['PRIVACY'] }, ({ args }) => args['jobs'] === 30);
  expect((await api.call(calls.getJob, { params: { number: old.number } })).status).toBe('DONE');
  if (isDistributed) await ageRetention(dataDir, 2 * DAY_MS);
  else {
    await product.stop('SIGKILL');
    // After the next two o'clock; killed at once, and again begun.
    const tomorrow = laterClock(41 * DAY_MS + 3_600_000);
    product = await startProduct({ dataDir, port, env: { ...env, ...tomorrow } });
    api = await Api.login(product.url);
    await retentionIs(api, ({ runs: begun }) => begun.length > 0);
    await product.stop('SIGKILL');
    product = await startProduct({ dataDir, port, env: { ...env, ...tomorrow } });
    api = await Api.login(product.url);
  }
  const { runs, next } = await retentionIs(api, (retention) => retention.runs[0]?.finishedAt != null);
  expect(runs).toHaveLength(1);
  expect(next).toMatchObject({ jobs: { count: 0 }, observations: { count: 0 }, profiles: { count: 0 } });

  await expect(api.call(calls.getJob, { params: { number: old.number } })).rejects.toMatchObject({ status: 404 });
  expect((await api.call(calls.getJob, { params: { number: young.number } })).status).toBe('DONE');
  const left = await api.call(calls.searchProfiles, { body: { size: 1000, filters: {} } });
  expect(left.content.length).toBeGreaterThan(0);
  expect(left.content.every(({ phone }) => phone.startsWith('+9987123456'))).toBe(true);
  const [entry] = await audited(api, { actionTypes: ['PRIVACY'] }, ({ username }) => username === 'numscope');
  expect(entry?.args).toMatchObject({ days: month });
  const { whole, begins } = await api.call(calls.auditChain);
  expect({ whole, isCut: begins !== null }).toEqual({ whole: true, isCut: !isDistributed });
});
