// What a test file gets for `@jest/globals`. Of the object `jest` it has what tests here use.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Stands for the framework's own, which each file has anew: helpers are loaded once for several files. */
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, given) => Reflect.apply(globalThis[name], self, given),
    get: (_, key) => globalThis[name][key],
  });

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test] = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'test',
].map(current);

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const mocks = new ModuleMocker(globalThis);

export const jest = {
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: mocks.restoreAllMocks.bind(mocks),
  setTimeout: (ms) => (globalThis[TIMEOUT] = ms),
  useFakeTimers: () => timers.useFakeTimers(),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** Ends what a file took the place of things by, and its limit of time. */
export function putBackMocks() {
  mocks.restoreAllMocks();
  timers.useRealTimers();
  delete globalThis[TIMEOUT];
}
