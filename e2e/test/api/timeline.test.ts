import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import type { Api } from '../../src/calls/api.ts';
import { bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { CHANGED, GAP, startHistory, UNDATED } from '../../src/people/changing-hands.ts';
import { importIs, sendProfiles } from '../../src/calls/exchange.ts';
import { HISTORIES_BEGIN, linesOf, madeUpHistories } from '../../src/people/imported-histories.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

let close: () => Promise<void>;
let product: Product;
let api: Api;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  const history = await startHistory();
  close = history.close;
  await bindSources(product, history.sources);
  const { number } = await api.upload([`${CHANGED}\n${UNDATED}\n`], { name: 'Timeline' });
  await jobIs(api, number, 'DONE');
});
afterAll(() => close());

const profileOf = async (phone: string): Promise<Profile> =>
  Profile.parse(await api.call(calls.getProfile, { params: { phone } }));
const { from, to } = GAP;

it('parts what sources of other years say of a former holder, and says since when', async () => {
  const { otherHolder, earlier, names, emails, provenance } = await profileOf(CHANGED);
  expect(otherHolder).toMatchObject({ reasons: ['NAMES', 'EMAILS'] });
  expect(otherHolder?.since).toBeGreaterThan(from);
  expect(otherHolder?.since).toBeLessThan(to);
  expect(names).toHaveLength(1);
  expect(emails).toEqual(['malika@mail.example']);
  expect(provenance['emails']?.map(({ observedAt }) => observedAt)).toEqual([to, Date.UTC(2024, 4, 5, 10)]);
  expect(earlier).toMatchObject([{ sources: ['ALPHA', 'BRAVO'], emails: ['anvar@mail.example'] }]);
});

it('tells it in the timeline, newest first, beside the values that came', async () => {
  const timeline = await api.call(calls.profileTimeline, { params: { phone: CHANGED } });
  const times = timeline.map(({ at, observedAt }) => observedAt ?? at);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const [holder, ...others] = timeline.filter(({ kind }) => kind === 'HOLDER');
  expect(others).toEqual([]);
  expect(holder).toMatchObject({ field: 'names', sources: ['CHARLIE', 'DELTA', 'ECHO'] });
  expect(holder?.observedAt).toBeGreaterThan(from);
  expect(holder?.observedAt).toBeLessThan(to);
  expect(timeline.find(({ to: value }) => value === 'anvar@mail.example')).toMatchObject({
    observedAt: Date.UTC(2015, 0, 1),
    from: null,
    sources: ['ALPHA'],
  });
});

it('holds sources that disagree without times for a disagreement, not for a history', async () => {
  const { otherHolder, earlier, disagreements } = await profileOf(UNDATED);
  expect([otherHolder, earlier]).toEqual([null, []]);
  expect(disagreements).toMatchObject([{ field: 'names' }, { field: 'birthDate' }, { field: 'city' }]);
});

/** All profiles of numbers that begin so. */
async function profilesOf(beginning: string): Promise<Profile[]> {
  const filters = { phone: { values: [beginning], and: true } };
  const all: Profile[] = [];
  for (let page = 0, totalPages = 1; page < totalPages; page++) {
    const body = { filters, page, size: 1000, sort: { field: 'phone', direction: 'ASC' } };
    const found = await api.call(calls.searchProfiles, { body });
    all.push(...found.content);
    totalPages = found.totalPages;
  }
  return all;
}

/** What sources say of a number, without its own name and the times at which they were asked. */
const timeless = ({ provenance, ...profile }: Profile): unknown => ({
  ...profile,
  id: '',
  phone: '',
  numbering: null,
  createdTimestamp: 0,
  timestamp: 0,
  provenance: Object.entries(provenance)
    .filter(([field]) => field !== 'numbering')
    .map(([field, entries]) => [field, entries.map((entry) => ({ ...entry, at: 0 }))]),
});

const ORDERS = scaled(20, 200);

it(`has one profile of the same answers, in ${ORDERS} random orders and delays, in one pass or two`, async () => {
  const from = boundNumbers('orders', ORDERS);
  const { number } = await api.upload([phonesFile(ORDERS, from)], { name: 'Orders' });
  await jobIs(api, number, 'DONE');
  await api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
  await jobReaches(api, number, ({ pass, status }) => pass === 2 && status === 'DONE');

  const profiles = await profilesOf(phoneAt(from).slice(0, -4));
  expect(profiles).toHaveLength(ORDERS);
  expect(profiles[0]).toMatchObject({
    birthDate: '1984-03-05',
    city: 'Toshkent',
    emails: ['anvar@mail.example', 'malika@mail.example'],
    disagreements: [{ field: 'names' }, { field: 'birthDate' }, { field: 'city' }],
  });
  const [first, ...others] = profiles.map(timeless);
  for (const profile of others) expect(profile).toEqual(first);
});

const HISTORIES = scaled(50, 1000);

it(`of ${HISTORIES} made-up histories without a change of holder holds one in a hundred for one, and finds 95 of a hundred changes`, async () => {
  const histories = madeUpHistories(HISTORIES);
  const { id } = await sendProfiles(api, [linesOf(histories)]);
  await importIs(api, (newest) => newest?.id === id && newest.state === 'DONE', 120_000);

  const found = (await profilesOf(HISTORIES_BEGIN)).map(({ phone, otherHolder }) => ({
    since: otherHolder?.since ?? null,
    gap: histories.get(phone)?.gap ?? null,
  }));
  expect(found).toHaveLength(2 * HISTORIES);
  const [unchanged, changed] = [found.filter(({ gap }) => gap === null), found.filter(({ gap }) => gap !== null)];
  expect(unchanged).toHaveLength(HISTORIES);
  expect(unchanged.filter(({ since }) => since !== null).length).toBeLessThanOrEqual(HISTORIES / 100);
  const told = changed.flatMap(({ since, gap }) => (since !== null && gap !== null ? [{ since, ...gap }] : []));
  expect(told.length).toBeGreaterThanOrEqual(0.95 * HISTORIES);
  const atItsTime = told.filter((one) => one.since >= one.from && one.since <= one.to);
  expect(atItsTime.length).toBeGreaterThanOrEqual(0.95 * told.length);
});
