import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { type Figures, scrape } from '@numscope/testing';
import { officeYaml, phones, type SourcesUnderTest, startSources } from './support/sources-under-test.ts';

let sources: SourcesUnderTest;
let figures: Figures;
const of = (name: string, source: string, labels = {}): number | undefined =>
  figures(`numscope_source_${name}`, { source, ...labels });

beforeAll(async () => {
  sources = await startSources({
    yaml: officeYaml('http://127.0.0.1:1', ['retries: 0', 'limits: { perDay: 100 }']),
    sandbox: true,
  });
  await sources.lookUp(phones(40));
  await sources.admin.call(calls.pauseSource, { params: { name: 'SANDBOX' } });
  figures = await scrape(sources.service.app);
});
afterAll(() => sources.close());

it('counts the answers of each source by their outcome', () => {
  expect(
    (of('answers_total', 'SANDBOX', { outcome: 'FOUND' }) ?? 0) +
      (of('answers_total', 'SANDBOX', { outcome: 'NOT_FOUND' }) ?? 0),
  ).toBe(40);
  expect(of('answers_total', 'OFFICE', { outcome: 'FOUND' })).toBe(0);
  expect(of('answers_total', 'OFFICE', { outcome: 'FAILED' })).toBeGreaterThanOrEqual(20);
});

it('tells the state of each, its breaker, and whether it is paused', () => {
  expect([of('state', 'OFFICE', { state: 'OPEN' }), of('state', 'OFFICE', { state: 'CLOSED' })]).toEqual([1, 0]);
  expect([of('state', 'SANDBOX', { state: 'PAUSED' }), of('state', 'SANDBOX', { state: 'CLOSED' })]).toEqual([1, 0]);
});

it('times calls, and tells what waits, what is under way and what the day still allows', () => {
  const calls = of('call_seconds_count', 'OFFICE') ?? 0;
  expect(calls).toBeGreaterThanOrEqual(20);
  expect(of('quota_left_calls', 'OFFICE')).toBe(100 - calls);
  expect(of('quota_left_calls', 'SANDBOX')).toBeUndefined();
  expect([of('queue_length', 'OFFICE'), of('calls_in_flight', 'OFFICE')]).toEqual([0, 0]);
});
