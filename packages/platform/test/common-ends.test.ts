import { expect, it } from '@jest/globals';
import { commonEndMs } from '../src/index.ts';

it('has waits end together, whenever each began, and none of them late', () => {
  const begun = [10_000, 10_001.5, 11_234.25, 11_599];
  expect(begun.map((now) => now + commonEndMs(4000, now))).toEqual([11_700, 11_700, 11_700, 11_700]);
});

it('has nobody wait twice at an end that came a little early', () => {
  const waits = Array.from({ length: 8000 }, (_, now) => commonEndMs(4000, now));
  expect([Math.min(...waits), Math.max(...waits)]).toEqual([101, 4000]);
});

it('is over at once for who does not wait', () => {
  expect([commonEndMs(0, 1234), commonEndMs(20, 1234) <= 20]).toEqual([0, true]);
});
