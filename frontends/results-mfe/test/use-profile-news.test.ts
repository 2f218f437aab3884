import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { SocketMessage } from '@numscope/contracts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useProfileNews } from '../src/features/profile/use-profile-news.ts';

const some: SocketMessage = { type: 'profiles.updated', at: 2, data: { since: 1 } };
const one: SocketMessage = { type: 'profile.updated', at: 1, data: { phone: '+998901234567' } };
const MINUTE_MS = 60_000;

let tell: (message: SocketMessage) => void;
let heard: string[];
let end: () => void;

// Who touches it is watched from the first time on that somebody asks.
beforeAll(() => void fakeBrowser());
beforeEach(async () => {
  const subscribe = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  Object.assign(window, { numscopeRealtime: { subscribe } });
  heard = [];
  ({ end } = runHook(() => {
    useProfileNews(({ type }) => heard.push(type));
    return true;
  }, {}));
  await new Promise((resolve) => setImmediate(resolve));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

/** Somebody is there. */
const touch = (): boolean => window.dispatchEvent(new Event('pointermove'));

it('hears at once of a profile that is named, and within a minute that there are others', async () => {
  touch();
  tell(one);
  for (let told = 0; told < 11; told += 1) {
    tell(some);
    await jest.advanceTimersByTimeAsync(5_000);
  }
  expect(heard).toEqual(['profile.updated']);
  touch();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(heard).toEqual(['profile.updated', 'profiles.updated']);
});

it('hears of others only once somebody is there', async () => {
  touch();
  tell(some);
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(heard).toEqual([]);
  await jest.advanceTimersByTimeAsync(MINUTE_MS - 1);
  touch();
  await jest.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['profiles.updated']);
});

it('hears of nothing once what it is for is closed', async () => {
  touch();
  tell(some);
  end();
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(heard).toEqual([]);
});
