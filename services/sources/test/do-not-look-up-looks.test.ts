import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { DoNotLookUp } from '../src/asking/do-not-look-up.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One that other instances share, with the looks at its revision counted. */
async function setup() {
  const state = { looks: 0, isAlone: true };
  const list = new DoNotLookUp({
    store: {
      listRevision: async () => String(state.looks++),
      listedAfter: async () => [],
      erasedMarks: async () => [],
    },
    isShared: true,
    log: createLogger('test', 'silent'),
  });
  list.isAlone = () => state.isAlone;
  await list.load();
  const looksAfter = async (ms: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(ms);
    return state.looks;
  };
  return { list, state, looksAfter };
}

it('is looked at seldom while there is no other instance, and each second while there is one', async () => {
  const { list, state, looksAfter } = await setup();
  expect([await looksAfter(9400), await looksAfter(1000)]).toEqual([1, 2]);
  state.isAlone = false;
  expect(await looksAfter(3050)).toBe(5);
  await list.close();
});

it('is looked at as soon as another instance is heard of', async () => {
  const { list, looksAfter } = await setup();
  expect(await looksAfter(50)).toBe(1);
  void list.lookQuietly();
  expect(await looksAfter(0)).toBe(2);
  await list.close();
});
