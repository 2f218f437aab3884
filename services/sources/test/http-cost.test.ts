import { describe, expect, it } from '@jest/globals';
import { AskingCounts, calls, PlanAnswer } from '@numscope/contracts';
import { scrape } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { provide, type Reply, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { httpYaml, officeAnswers } from './support/office.ts';
import { phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const spentOf = async (sources: SourcesUnderTest): Promise<number | undefined> =>
  (await scrape(sources.service.app))('numscope_source_cost_total', { source: 'OFFICE' });

const answersTo = (numbers: string[], price?: unknown) => ({
  results: numbers.map((tel) => ({ tel, who: `Person ${tel}` })),
  price,
});

it.each<[string, string[], (numbers: string[]) => unknown, number]>([
  ['a call', ['cost: 0.04'], (numbers) => answersTo(numbers), 3 * 0.04],
  ['each number', ['costPerNumber: 0.01'], (numbers) => answersTo(numbers), 10 * 0.01],
  ['both', ['cost: 0.04', 'costPerNumber: 0.01'], (numbers) => answersTo(numbers), 3 * 0.04 + 10 * 0.01],
  ['what the answer tells, whatever the file says', ['cost: 9'], (numbers) => answersTo(numbers, '0.5'), 3 * 0.5],
])('the spend of a source counts %s', async (_what, lines, reply, expected) => {
  const provider = await provide((call, response) =>
    json(response, reply((JSON.parse(call.body) as { numbers: string[] }).numbers)),
  );
  const sources = await start({
    yaml: httpYaml([
      `request: { method: POST, url: "${provider.url}/bulk", body: { numbers: "{phones}" }, batchSize: 4 }`,
      'answer: { items: "body.results", phone: tel, cost: "body.price", map: { names: who } }',
      ...lines,
    ]),
  });
  await officeAnswers(sources, phones(10));
  expect(await spentOf(sources)).toBeCloseTo(expected, 9);
});

it.each(['1e400', '1000000001', '-1', '"free"'])(
  'a price that nothing has is as one that is not told, so that the spend stays a number: %s',
  async (price) => {
    const provider = await provide((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"who":"Anvar","price":${price}}`);
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phone}" }`,
        'answer: { cost: "body.price", map: { names: who } }',
        'cost: 0.5',
      ]),
    });
    await officeAnswers(sources, phones(2));
    expect(await spentOf(sources)).toBe(1);
    const counts = await sources.internal.call(calls.askingCounts, {
      query: { source: 'OFFICE', from: 0, to: 86_400_000, span: 'DAY' },
    });
    expect(AskingCounts.parse(counts.json()).ever).toMatchObject({ found: 2, cost: 1 });
  },
);

it('what failed costs nothing, and what is used again neither', async () => {
  const provider = await provide((call, response) =>
    json(response, { names: ['A'] }, call.url.endsWith('1') ? 400 : 200),
  );
  const sources = await start({
    yaml: httpYaml([`request: { url: "${provider.url}/{phone}" }`, 'cost: 0.5']),
  });
  await officeAnswers(sources, phones(2));
  await officeAnswers(sources, phones(1), { job: { id: 'job-2', number: 2, pass: 1 } });
  expect(await spentOf(sources)).toBe(0.5);
});

it('a job is told beforehand what its numbers will cost', async () => {
  const sources = await start({
    yaml: httpYaml([
      'request: { url: "http://127.0.0.1:1/{phones}", batchSize: 4 }',
      'answer: { items: body, phone: tel, map: { names: who } }',
      'cost: 0.04',
      'costPerNumber: 0.01',
    ]),
  });
  const plan = await sources.internal.call(calls.planLookups, { body: { phones: phones(10) } });
  const [office] = PlanAnswer.parse(plan.json()).sources;
  expect(office?.cost).toBeCloseTo(3 * 0.04 + 10 * 0.01, 9);
});

it.each<[string, string[], unknown[], number]>([
  ['says for all of its numbers that it failed', [], [{ price: 0.5, error: 'no line' }], 200],
  ['refuses its numbers', [], [{ price: 0.5 }], 400],
  ['ends with a page that is refused', ['next: body.next'], [{ price: 0.5, next: '/more', results: [] }, {}], 200],
])('the price of a call that %s is counted', async (_what, lines, pages, status) => {
  const provider = await provide((call, response) => {
    const isFirst = call.method === 'POST';
    json(response, pages[isFirst ? 0 : 1], isFirst ? status : 400);
  });
  const sources = await start({
    yaml: httpYaml([
      `request: { method: POST, url: "${provider.url}/bulk", body: { numbers: "{phones}" }, batchSize: 4 }`,
      'answer: { items: "body.results", phone: tel, cost: "body.price", failed: "body.error", map: { names: who } }',
      ...lines,
    ]),
  });
  const answers = await officeAnswers(sources, phones(4));
  expect(new Set(answers.map(({ status: said }) => said))).toEqual(new Set(['FAILED']));
  expect(await spentOf(sources)).toBe(0.5);
});

it.each([
  ['works in the end', 200, 1],
  ['fails each time', 503, 1],
])(
  'the price of each try of a call that is made again and %s is counted, once for all of its numbers',
  async (_what, status, spent) => {
    let pages = 0;
    const provider = await provide((call, response) => {
      const { numbers } = JSON.parse(call.body || '{}') as { numbers?: string[] };
      if (numbers) return json(response, { ...answersTo(numbers, 0.5), next: '/more' });
      json(response, { results: [] }, ++pages === 1 ? 503 : status);
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/bulk", body: { numbers: "{phones}" }, batchSize: 4 }`,
        'answer: { items: "body.results", phone: tel, cost: "body.price", map: { names: who } }',
        'next: body.next',
        'retries: 1',
      ]),
    });
    await officeAnswers(sources, phones(4));
    expect(await spentOf(sources)).toBe(spent);
  },
);

describe('the price of a first page', () => {
  const NEXT = 'next: body.next';
  const PRICED = 'answer: { items: "body.results", phone: tel, cost: "body.price", map: { names: who } }';
  /** A provider that tells a price with each first page of a batch, and answers each further one as is said. */
  async function startPaged(further: Reply): Promise<SourcesUnderTest> {
    const provider = await provide((call, response) => {
      if (call.method !== 'POST') return further(call, response);
      const { numbers } = JSON.parse(call.body) as { numbers: string[] };
      json(response, { ...answersTo(numbers, 0.5), next: '/more' });
    });
    return start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/bulk", body: { numbers: "{phones}" }, batchSize: 4 }`,
        PRICED,
        NEXT,
      ]),
    });
  }
  const everOf = async (sources: SourcesUnderTest): Promise<AskingCounts['ever']> => {
    const counts = await sources.internal.call(calls.askingCounts, {
      query: { source: 'OFFICE', from: 0, to: 86_400_000, span: 'DAY' },
    });
    return AskingCounts.parse(counts.json()).ever;
  };

  it('is counted where the numbers wait because the source wants to be left alone for long', async () => {
    const sources = await startPaged((_call, response) => {
      response.writeHead(429, { 'retry-after': '3600' });
      response.end();
    });
    const [first] = await sources.lookUp(phones(4));
    expect(first?.waiting).toMatchObject([{ source: 'OFFICE' }]);
    expect(await spentOf(sources)).toBe(0.5);
    expect(await everOf(sources)).toMatchObject({ asked: 0, cost: 0.5 });
  });

  it('is counted where nobody waits for the answer any more when the next page fails', async () => {
    const asked = Promise.withResolvers<() => void>();
    const sources = await startPaged((_call, response) => asked.resolve(() => json(response, {}, 503)));
    await sources.send(phones(4));
    const answer = await asked.promise;
    await sources.jobIs('PAUSED', 1);
    answer();
    await askUntil(
      () => spentOf(sources),
      (spent) => spent === 0.5,
    );
    await askUntil(
      () => everOf(sources),
      ({ cost }) => cost === 0.5,
    );
    expect((await everOf(sources)).asked).toBe(0);
  });
});
