import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import type { Api } from '../../src/calls/api.ts';
import { ASKING, bindable, bindSources } from '../../src/providers/bind-sources.ts';
import { type FakeProvider, isKnown, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { boundNumbers } from '../../src/people/number-ranges.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import type { Product } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

/** Far more than the 4,096 that are handed out at once. */
const PHONES = scaled(9000, 100_000);
/** Where the numbers of this file begin; the product has others of other files. */
const FROM = boundNumbers('changed file', PHONES);
const LIMIT_MS = scaled(300_000, 1_800_000);
const CONCURRENCY = { before: 4, after: 64 };
const ANSWER_MS = 5;
/** Of each provider, until the file is taken: most phones still wait then, however quick or busy the machine is. */
const ANSWERS_BEFORE = PHONES / 10;

let first: FakeProvider;
let left: FakeProvider;
let second: FakeProvider;
let product: Product;
let api: Api;

const source = (name: string, { url }: FakeProvider, concurrency: number): string => `
  ${name}:
    connector: http
    request: { url: "${url}/numbers/{phone}" }
    answer: { notFoundStatus: [404] }
    limits: { concurrency: ${concurrency} }
    timeoutMs: 60000
    freshForDays: 0
`;

sharedProductForAll((opened) => ({ product, admin: api } = opened), bindable);
beforeAll(async () => {
  const start = (): Promise<FakeProvider> => startFakeProvider(ANSWER_MS);
  [first, left, second] = [await start(), await start(), await start()];
  await bindSources(
    product,
    `sources:${source('FIRST', first, CONCURRENCY.before)}${source('LEFT', left, CONCURRENCY.before)}`,
  );
});

afterAll(async () => {
  for (const provider of [first, left, second]) await provider?.close();
});

const most = ({ answered }: FakeProvider): number => Math.max(0, ...answered.values());

it(
  'loses no phone of a running job and asks none twice when the sources file changes; the new source is asked from then on',
  async () => {
    for (const provider of [first, left]) provider.holdAfter(ANSWERS_BEFORE);
    const { number } = await api.upload([phonesFile(PHONES, FROM)], { name: 'Changed under it' });
    await askUntil(() => [first, left].every(({ answered }) => answered.size >= ANSWERS_BEFORE));
    await bindSources(
      product,
      `sources:${source('FIRST', first, CONCURRENCY.after)}${source('SECOND', second, CONCURRENCY.after)}`,
    );
    const askedLeft = left.asked();

    // Whoever waits now has not been handed out: it comes to sources that know the new file.
    const pending = (await api.results(number)).filter(([, status]) => status === 'PENDING');
    const waiting = pending.map(([phone]) => phone.slice(1));
    expect(waiting.length).toBeGreaterThan(PHONES / 4);
    for (const provider of [first, left]) provider.letGo();

    const done = await jobIs(api, number, 'DONE', LIMIT_MS);
    expect(done.counts).toMatchObject({ PENDING: 0, SENT: 0, NOT_VALID: 0 });
    const results = await api.results(number);
    const ended = new Map(results);
    // What still waited for the source that went has no answer from it, and fails where nobody else knew anything.
    const expected = (phone: string): string[] => {
      if (isKnown(phone)) return ['FOUND'];
      return left.answered.has(phone) || second.answered.has(phone) ? ['NOT_FOUND'] : ['NOT_FOUND', 'FAILED'];
    };
    const all = Array.from({ length: PHONES }, (_, index) => phoneAt(FROM + index));
    expect(all.filter((phone) => !expected(phone).includes(ended.get(`+${phone}`) ?? 'LOST'))).toEqual([]);
    expect([results.length, ended.size]).toEqual([PHONES, PHONES]);

    expect([first.answered.size, first.asked(), most(first)]).toEqual([PHONES, PHONES, 1]);
    expect([most(left), most(second)]).toEqual([1, 1]);
    expect([left.asked(), second.asked()]).toEqual([left.answered.size, second.answered.size]);
    // What was in flight comes to its end; nothing more goes there.
    expect(left.asked()).toBeLessThanOrEqual(askedLeft + ASKING * CONCURRENCY.before);
    expect(waiting.filter((phone) => !second.answered.has(phone))).toEqual([]);
    const known = waiting.findLast(isKnown) ?? '';
    const { sources } = Profile.parse(await api.call(calls.getProfile, { params: { phone: known } }));
    expect(sources).toEqual(expect.arrayContaining(['FIRST', 'SECOND']));
    process.stdout.write(
      `changed file: ${PHONES} phones, ${waiting.length} waited, the new source was asked ${second.asked()} times, the old one ${left.asked()}\n`,
    );
  },
  2 * LIMIT_MS,
);
