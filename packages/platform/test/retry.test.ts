import { expect, it } from '@jest/globals';
import { retry, type RetryOptions } from '@numscope/platform';

const soon: RetryOptions = { pauseMs: () => 1 };

/** Fails as often as it is told, then answers which try it was. */
const failing =
  (times: number) =>
  async (attempt: number): Promise<number> => {
    if (attempt <= times) throw new TypeError(`fault ${attempt}`);
    return attempt;
  };

it('tries until it works, and tells each fault with the try it came of', async () => {
  const told: string[] = [];
  await expect(
    retry(failing(3), { ...soon, onRetry: (error, attempt) => told.push(`${attempt}: ${error}`) }),
  ).resolves.toBe(4);
  expect(told).toEqual(['1: TypeError: fault 1', '2: TypeError: fault 2', '3: TypeError: fault 3']);
});

it('throws the fault for which another try is of no use, at once', async () => {
  const asked: number[] = [];
  const again = (_error: unknown, attempt: number): boolean => asked.push(attempt) < 2;
  await expect(retry(failing(9), { ...soon, again })).rejects.toThrow('fault 2');
  expect(asked).toEqual([1, 2]);
});

it('begins no try after its time, and only one when there is none', async () => {
  await expect(retry(failing(9), { pauseMs: () => 1000, withinMs: 900 })).rejects.toThrow('fault 1');
  await expect(retry(failing(9), { ...soon, withinMs: 0 })).rejects.toThrow('fault 1');
});

it('ends a pause with the last fault when it is told to stop', async () => {
  const stop = new AbortController();
  const trying = retry(failing(9), {
    pauseMs: () => 60_000,
    signal: stop.signal,
    onRetry: () => setImmediate(() => stop.abort()),
  });
  await expect(trying).rejects.toThrow('fault 1');
  await expect(retry(failing(9), { ...soon, signal: stop.signal })).rejects.toThrow('fault 1');
});
