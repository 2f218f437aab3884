import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { Dispatcher } from '../src/background/dispatcher.ts';
import { RateMeter } from '../src/domain/rate-meter.ts';
import type { Running } from '../src/store/job-store.port.ts';

const mainJob: Running = {
  key: 0,
  id: 'main',
  pass: 1,
  main: true,
  priority: false,
  pending: 0,
  sent: 0,
  found: 0,
  final: 0,
  waiting: 0,
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One whose store counts the rounds, and says that nobody else writes. */
function setup({ running = [mainJob], isAlone = true, nextAt = null as number | null } = {}) {
  const rounds = { count: 0 };
  const dispatcher = new Dispatcher({
    store: {
      async promote() {
        rounds.count++;
        return { statusChanged: false, nextAt };
      },
      running: async () => running,
      dispatch: async () => 0,
      isAlone,
      roundGapMs: 250,
    },
    clock: { now: () => Date.now() },
    log: createLogger('test', 'silent'),
    slots: 8,
    rates: new RateMeter(),
    waits: { goOn: async () => 0 },
    curves: { see: async () => undefined },
    committed: () => undefined,
    handedOut: () => undefined,
  });
  const roundsAfter = async (ms: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(ms);
    return rounds.count;
  };
  return { dispatcher, roundsAfter };
}

it('looks seldom while nothing is out and nobody else writes, and at once when it is woken', async () => {
  const { dispatcher, roundsAfter } = setup();
  dispatcher.wake();
  expect([await roundsAfter(0), await roundsAfter(9500), await roundsAfter(1000)]).toEqual([1, 1, 2]);
  dispatcher.wake();
  expect(await roundsAfter(0)).toBe(3);
  await dispatcher.close();
});

it.each([
  ['others may write', { isAlone: false }],
  ['phones are out', { running: [{ ...mainJob, sent: 1 }] }],
  ['a job runs whose end may have been missed', { running: [{ ...mainJob, main: false }] }],
])('looks every second while %s', async (_why, changed) => {
  const { dispatcher, roundsAfter } = setup(changed);
  dispatcher.wake();
  expect([await roundsAfter(0), await roundsAfter(3050)]).toEqual([1, 4]);
  await dispatcher.close();
});

it('begins a job when it is due although it rests', async () => {
  const { dispatcher, roundsAfter } = setup({ nextAt: Date.now() + 2500 });
  dispatcher.wake();
  expect([await roundsAfter(0), (await roundsAfter(2600)) > 1]).toEqual([1, true]);
  await dispatcher.close();
});

it('makes room once for many batches of results that come together', async () => {
  const { dispatcher, roundsAfter } = setup();
  dispatcher.wake();
  await roundsAfter(0);
  for (let batch = 0; batch < 5; batch++) dispatcher.resultsCame();
  expect([await roundsAfter(200), await roundsAfter(100), await roundsAfter(300)]).toEqual([1, 2, 2]);
  dispatcher.resultsCame();
  expect(await roundsAfter(0)).toBe(3);
  await dispatcher.close();
});
