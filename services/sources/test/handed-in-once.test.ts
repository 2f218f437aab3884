import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json, phoneOf, type SeenCall } from './support/fake-provider.ts';
import { httpYaml } from './support/office.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const OTHER = { id: 'job-2', number: 2, pass: 1 };

const linesOf = ({ url }: FakeProvider, more: readonly string[] = []): string[] => [
  `request: { method: POST, url: "${url}/works", body: { numbers: "{e164s}" }, batchSize: 4 }`,
  `poll: { url: "${url}/works/{answer.id}", until: body.done, everyMs: 100, atMostMs: 60000 }`,
  'answer: { items: "body.results", phone: tel, notFound: "body.nothing", map: { names: who } }',
  'freshForDays: 0',
  ...more,
];
const numbersOf = ({ body }: SeenCall): string[] => (JSON.parse(body) as { numbers: string[] }).numbers;
const handedIn = ({ seen }: FakeProvider): string[] =>
  seen.filter(({ method }) => method === 'POST').flatMap(numbersOf);
const results = (list: readonly string[]) => list.map((tel) => ({ tel, who: `Person ${tel}` }));
const done = (job: number, sources: SourcesUnderTest) =>
  sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.job.number === job);

it('a number that is being handed in for one job is not handed in for another before its answer is there', async () => {
  let take: (() => void) | undefined;
  let isAnswered = false;
  let early = 0;
  const provider = await provide((call, response) => {
    if (call.method !== 'POST') {
      isAnswered = true;
      return json(response, { done: true, results: results([PHONE]) });
    }
    if (!numbersOf(call).includes(PHONE)) return json(response, { nothing: true });
    const answer = (): void => json(response, { id: 'w1' }, 202);
    if (take === undefined) take = answer;
    else {
      if (!isAnswered) early++;
      answer();
    }
  });
  const sources = await start({ yaml: httpYaml(linesOf(provider)) });
  await sources.send([PHONE]);
  await provider.arrived(1);
  await sources.send([PHONE], { job: OTHER });
  // When what came after it is handed in, the other job has looked.
  await sources.lookUp(phones(1, 998_990_000_000), { job: { id: 'job-3', number: 3, pass: 1 } });
  take?.();
  const both = await Promise.all([done(1, sources), done(2, sources)]);
  expect(both.map(({ data }) => data.status)).toEqual(['FOUND', 'FOUND']);
  expect(early).toBe(0);
});

it('a call that was not taken leaves nothing behind that the next try would wait for', async () => {
  let tries = 0;
  const provider = await provide((call, response) => {
    if (call.method === 'POST' && ++tries === 1) return json(response, {}, 503);
    if (call.method === 'POST') return json(response, { id: 'w1' }, 202);
    return json(response, { done: true, results: results(phones(3)) });
  });
  const sources = await start({ yaml: httpYaml(linesOf(provider, ['retries: 1'])) });
  const resolved = await sources.lookUp(phones(3));
  expect(new Set(resolved.map(({ status }) => status))).toEqual(new Set(['FOUND']));
  expect(handedIn(provider)).toHaveLength(6);
});

it('a test by hand, whose answer nobody keeps, does not hold a number either', async () => {
  const provider = await provide((_call, response) => json(response, { nothing: true }));
  const sources = await start({ yaml: httpYaml(linesOf(provider)) });
  await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: PHONE } });
  await sources.lookUp([PHONE]);
  expect(handedIn(provider)).toEqual([PHONE, PHONE]);
});

it('a number that is asked on for is not asked for by another job beside it, and is paid for once', async () => {
  let isDone = false;
  const provider = await provide((call, response) => {
    if (call.method === 'POST') return json(response, { id: numbersOf(call)[0]?.slice(1) }, 202);
    if (phoneOf(call) !== PHONE.slice(1)) return json(response, { done: true, results: [] });
    return json(response, { done: isDone, results: results([PHONE]) });
  });
  const lines = linesOf(provider, ['cost: 0.5']).filter((line) => !line.startsWith('freshForDays'));
  const sources = await start({ yaml: httpYaml(lines) });
  await sources.send([PHONE]);
  await provider.arrived(2);
  await sources.send([PHONE], { job: OTHER });
  // When what came after it was answered, the other job has looked.
  await sources.lookUp(phones(1, 998_990_000_000), { job: { id: 'job-3', number: 3, pass: 1 } });
  await provider.arrived(provider.seen.length + 2);
  isDone = true;
  const both = await Promise.all([done(1, sources), done(2, sources)]);
  const parts = both.map(({ data }) => data.sources.find(({ source }) => source === 'OFFICE'));
  expect(parts.map((part) => [part?.status, part?.cached])).toEqual([
    ['FOUND', false],
    ['FOUND', true],
  ]);
  expect(handedIn(provider).filter((phone) => phone === PHONE)).toHaveLength(1);
  const { ever } = await sources.store().statistics('OFFICE', { from: 0, to: Date.now() * 2, span: 'DAY' });
  expect(ever).toMatchObject({ asked: 2, cost: 1 });
});
