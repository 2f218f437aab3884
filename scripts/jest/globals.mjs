// What a test file gets for `@jest/globals`. Of the object `jest` it has what tests here use.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const mocks = new ModuleMocker(globalThis);

export const jest = {
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
  setTimeout: (ms) => (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
  useFakeTimers: () => timers.useFakeTimers(),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};
