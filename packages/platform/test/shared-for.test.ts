import { expect, it, jest } from '@jest/globals';
import { sharedFor } from '@numscope/platform';

it('asks once for all who want to know meanwhile, and again when the answer is old', async () => {
  jest.useFakeTimers();
  try {
    let asked = 0;
    const told: Array<(answer: number) => void> = [];
    const ask = sharedFor(1000, () => {
      asked += 1;
      return new Promise<number>((resolve) => told.push(resolve));
    });
    const both = [ask(), ask()];
    told[0]?.(1);
    expect(await Promise.all(both)).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(499);
    expect([await ask(), asked]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(501);
    const anew = ask();
    told[1]?.(2);
    expect([await anew, asked]).toEqual([2, 2]);
  } finally {
    jest.useRealTimers();
  }
});

it('has an ageing answer asked for anew without letting anybody wait, until it is too old', async () => {
  jest.useFakeTimers();
  try {
    const told: Array<(answer: number) => void> = [];
    const ask = sharedFor(1000, () => new Promise<number>((resolve) => told.push(resolve)));
    const first = ask();
    told[0]?.(1);
    expect(await first).toBe(1);
    await jest.advanceTimersByTimeAsync(500);
    expect([await ask(), await ask(), told.length]).toEqual([1, 1, 2]);
    told[1]?.(2);
    await jest.advanceTimersByTimeAsync(0);
    expect([await ask(), told.length]).toEqual([2, 2]);
    await jest.advanceTimersByTimeAsync(500);
    expect([await ask(), told.length]).toEqual([2, 3]);
    // The third answer does not come: the second is given no longer than it counts, and nothing is asked for twice at once.
    await jest.advanceTimersByTimeAsync(500);
    const late = ask();
    expect(told.length).toBe(3);
    told[2]?.(3);
    expect(await late).toBe(3);
  } finally {
    jest.useRealTimers();
  }
});

it('keeps a fault no longer than an answer', async () => {
  jest.useFakeTimers();
  try {
    let well = false;
    const ask = sharedFor(1000, async () => {
      if (!well) throw new Error('away');
      return 'there';
    });
    await expect(ask()).rejects.toThrow('away');
    well = true;
    await expect(ask()).rejects.toThrow('away');
    await jest.advanceTimersByTimeAsync(1000);
    expect(await ask()).toBe('there');
  } finally {
    jest.useRealTimers();
  }
});
