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
    await jest.advanceTimersByTimeAsync(999);
    expect(await ask()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    const anew = ask();
    told[1]?.(2);
    expect([await anew, asked]).toEqual([2, 2]);
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
