import { describe, expect, it } from '@jest/globals';
import { scrape } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { provide, start } from './support/each-test.ts';
import { json, type SeenCall } from './support/fake-provider.ts';
import { httpYaml } from './support/office.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const job = (number: number) => ({ id: `job-${number}`, number, pass: 1 });
const [OTHER = ''] = phones(1, 998_990_000_000);
const numbersOf = ({ body }: SeenCall): string[] => (JSON.parse(body) as { numbers: string[] }).numbers;
const resolved = (sources: SourcesUnderTest, of: number) =>
  sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.job.number === of);

/** A source of which OTHER is not answered before it is let go, nor PHONE, where it is handed in, before it is done. */
async function startBusy(concurrency: number, lines: readonly string[], { price = 0, isPolled = true } = {}) {
  const held = Promise.withResolvers<void>();
  const handedIn: string[] = [];
  let isDone = false;
  const provider = await provide((call, response) => {
    const answer = { done: isDone, results: [{ tel: PHONE, who: 'Anvar' }] };
    if (call.method !== 'POST') return json(response, answer);
    handedIn.push(...numbersOf(call));
    if (numbersOf(call).includes(OTHER)) void held.promise.then(() => json(response, {}, 404));
    else if (price === 0) json(response, { ...answer, done: false, id: 'w1' }, isPolled ? 202 : 200);
    else json(response, { ...answer, done: false, id: 'w1', price }, isPolled ? 202 : 200);
  });
  const poll = `poll: { url: "${provider.url}/works/{answer.id}", until: body.done, everyMs: 100, atMostMs: 60000 }`;
  const sources = await start({
    yaml: httpYaml([
      `request: { method: POST, url: "${provider.url}/works", body: { numbers: "{e164s}" }, batchSize: 4 }`,
      ...(isPolled ? [poll] : []),
      'answer: { items: "body.results", phone: tel, notFoundStatus: [404], cost: "body.price", map: { names: who } }',
      `limits: { concurrency: ${concurrency} }`,
      ...lines,
    ]),
  });
  return {
    sources,
    provider,
    handedIn,
    finish: () => void (isDone = true),
    /** Asks for OTHER, and about PHONE for two more jobs, of which the second takes no answer that is there: in one call. */
    async askTogether(reuseFresh: boolean) {
      const calls = provider.seen.length;
      await sources.send([OTHER], { job: job(4) });
      await provider.arrived(calls + 1);
      await askUntil(
        async () => handedIn.includes(OTHER),
        (has) => has,
      );
      await sources.send([PHONE], { job: job(2), reuseFresh });
      await sources.send([PHONE], { job: job(3), reuseFresh: false });
      await askUntil(
        async () => (await scrape(sources.service.app))('numscope_source_queue_length', { source: 'OFFICE' }),
        (waiting) => waiting === 2,
      );
      held.resolve();
      await resolved(sources, 4);
    },
    async spent() {
      const { ever } = await sources.store().statistics('OFFICE', { from: 0, to: Date.now() * 2, span: 'DAY' });
      return ever.cost;
    },
  };
}

const TOLD = { price: 0.5 };

describe('of two questions about one number in one polled call', () => {
  it.each<[string, string[], { price?: number }, number]>([
    ['that its provider tells', [], TOLD, 0.5],
    ['of a call', ['cost: 0.04'], {}, 2 * 0.04],
    ['of each number', ['costPerNumber: 0.01'], {}, 2 * 0.01],
  ])('both share the price %s', async (_what, lines, told, expected) => {
    const busy = await startBusy(1, lines, told);
    busy.finish();
    await busy.askTogether(false);
    await Promise.all([resolved(busy.sources, 2), resolved(busy.sources, 3)]);
    expect(busy.handedIn).toEqual([OTHER, PHONE]);
    expect(await busy.spent()).toBeCloseTo(expected, 9);
  });

  it.each<[string, string[], { price?: number }, number]>([
    ['that its provider tells', [], TOLD, 2 * 0.5],
    ['of a call', ['cost: 0.04'], {}, 3 * 0.04],
    ['of each number', ['costPerNumber: 0.01'], {}, 3 * 0.01],
  ])('the one that is left pays all of the price %s', async (_what, lines, told, expected) => {
    const busy = await startBusy(2, lines, told);
    await busy.sources.send([PHONE], { job: job(1) });
    await busy.provider.arrived(2);
    // Both are in the call before the first job has its answer, with which the second is served.
    await busy.askTogether(true);
    busy.finish();
    const all = await Promise.all([1, 2, 3].map((of) => resolved(busy.sources, of)));
    const parts = all.map(({ data }) => data.sources.find(({ source }) => source === 'OFFICE'));
    expect(parts.map((part) => part?.cached)).toEqual([false, true, false]);
    expect(busy.handedIn).toEqual([PHONE, OTHER, PHONE]);
    expect(await busy.spent()).toBeCloseTo(expected, 9);
  });
});

it.each<[string, string[], { price?: number }, number]>([
  ['once, as its provider tells of the call', [], TOLD, 0.5],
  ['each time, as the sources file says of a number', ['costPerNumber: 0.01'], {}, 3 * 0.01],
])('a number that stands twice in a call that is not polled is paid %s', async (_what, lines, told, expected) => {
  const busy = await startBusy(1, lines, { ...told, isPolled: false });
  await busy.askTogether(false);
  await Promise.all([resolved(busy.sources, 2), resolved(busy.sources, 3)]);
  expect(busy.handedIn).toEqual([OTHER, PHONE, PHONE]);
  expect(await busy.spent()).toBeCloseTo(expected, 9);
});
