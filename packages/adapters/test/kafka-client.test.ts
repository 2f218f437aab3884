import { expect, it } from '@jest/globals';
import { idleFetchMs } from '../src/kafka/kafka-client.ts';

it('ends the fetches of idle consumers together, whenever each began, four seconds later at the latest', () => {
  const begun = [10_000, 10_001.7, 11_234.2, 11_599];
  expect(begun.map((now) => Math.floor(now) + idleFetchMs(now))).toEqual([11_700, 11_700, 11_700, 11_700]);
});

it('does not fetch twice at an end that came a little early', () => {
  const waits = Array.from({ length: 8000 }, (_, now) => idleFetchMs(now));
  expect([Math.min(...waits), Math.max(...waits)]).toEqual([101, 4000]);
});
