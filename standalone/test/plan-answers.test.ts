import { expect, it } from '@jest/globals';
import { unpackEvents } from '@numscope/platform';
import { isPlanAnswer, readResolved } from '@numscope/profiles/read-resolved';
import { open } from '@numscope/sources/plan-worker';

it('when the numbering plan alone is asked, then its answers are written as the profiles read them without taking them apart', () => {
  const { events } = open().resolve({
    phones: ['+998901234567', '+14155550123', '+79161234567', '+80012345678'],
    listed: [],
    job: { id: 'job-1', number: 1, pass: 1 },
    run: 1,
    retryOf: null,
    at: 1_760_000_000_000,
    plan: { trust: 0.4, pausedBy: null },
    trace: 'trace',
  });
  const read = unpackEvents(events).map(({ json }) => readResolved(json));
  expect(read.filter(({ data }) => data.status === 'FOUND').length).toBeGreaterThan(2);
  for (const answer of read) expect(isPlanAnswer(answer)).toBe(answer.data.status === 'FOUND');
});
