import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { CHANGED, GAP, startHistory, UNDATED } from '../../src/changing-hands.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { jobIs } from '../../src/watch-job.ts';

let close: () => Promise<void>;
let product: Product;
let api: Api;

beforeAll(async () => {
  const history = await startHistory();
  close = history.close;
  product = await startProduct({ sources: history.sources, twoOf: [] });
  api = await Api.login(product.url);
  const { number } = await api.upload([`${CHANGED}\n${UNDATED}\n`], { name: 'Timeline' });
  await jobIs(api, number, 'DONE');
});
afterAll(async () => {
  await product.discard();
  await close();
});

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
  expect(disagreements).toMatchObject([{ field: 'names' }]);
});
