// The object `jest` of test files: of it there is what tests here use.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const mocks = new ModuleMocker(globalThis);

export const jest = {
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
  setTimeout: (ms) => (globalThis[TIMEOUT] = ms),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** Ends what a file took the place of things by, and its limit of time. */
export function putBackMocks() {
  mocks.restoreAllMocks();
  timers.useRealTimers();
  delete globalThis[TIMEOUT];
}
