import { expect, it } from '@jest/globals';
import { sharedCheck } from '../src/queries/shared-check.ts';

/** A check whose end the test decides, and a clock that it moves. */
function build() {
  const ends: Array<(answer: string) => void> = [];
  const state = { now: 0 };
  const asked: string[] = [];
  const ask = sharedCheck(
    (by) => {
      asked.push(by);
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.push(resolve);
      return promise;
    },
    () => state.now,
  );
  const end = (tookMs: number, answer: string): void => {
    state.now += tookMs;
    ends.shift()?.(answer);
  };
  return { ask, end, asked, state };
}

it('is made once for all who ask meanwhile', async () => {
  const { ask, end, asked } = build();
  const both = Promise.all([ask('root'), ask('eve')]);
  end(5, 'whole');
  expect(await both).toEqual(['whole', 'whole']);
  expect(asked).toEqual(['root']);
});

it('that was short is made anew, and one that was long stands for ten times as long', async () => {
  const { ask, end, asked, state } = build();
  const short = ask('root');
  end(999, 'first');
  await short;
  const long = ask('root');
  end(2000, 'second');
  expect(await long).toBe('second');
  state.now += 19_999;
  expect(await ask('eve')).toBe('second');
  state.now += 1;
  const later = ask('eve');
  end(1, 'third');
  expect(await later).toBe('third');
  expect(asked).toEqual(['root', 'root', 'eve']);
});

it('that failed is made anew', async () => {
  let tries = 0;
  const ask = sharedCheck(async () => {
    tries++;
    if (tries === 1) throw new Error('away');
    return tries;
  });
  await expect(ask('root')).rejects.toThrow('away');
  expect(await ask('root')).toBe(2);
});
