import { afterEach, expect, it, jest } from '@jest/globals';
import { TransientError, untilPublished } from '@numscope/platform';

const HALF_A_MINUTE_MS = 30_000;

afterEach(() => void jest.restoreAllMocks());

it('waits until the bus has the events', async () => {
  const left = [true, true, false];
  await untilPublished({ hasUnpublished: async () => left.shift() ?? false }, ['+998901234567']);
  expect(left).toEqual([]);
});

it('gives up after half a minute, however the clock of the machine is set meanwhile', async () => {
  const wall = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  const begun = performance.now();
  let asked = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => begun + asked * HALF_A_MINUTE_MS);
  const waiting = { hasUnpublished: async () => ++asked > 0 };
  await expect(untilPublished(waiting, ['+998901234567'])).rejects.toBeInstanceOf(TransientError);
  expect(asked).toBe(2);
});
