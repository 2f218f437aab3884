import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import type { SocketMessage } from '@numscope/contracts';
import { noCriteria, nobodyThere } from '@numscope/ui';
import { noteDeleted } from '../src/features/results/gone-profiles.ts';
import { useFound } from '../src/features/results/use-found.ts';
import { useGoneProfiles } from '../src/features/results/use-gone-profiles.ts';
import { profileOf } from './profile-of.ts';

const [ann, bob] = [profileOf({ phone: '+998901234567' }), profileOf({ phone: '+998901234568' })];
const pageOf = (...content: unknown[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  number: 0,
  size: 15,
});
const sort = { field: 'timestamp', direction: 'DESC' } as const;

function useResults() {
  Object.assign(window, {
    numscopeRealtime: {
      subscribe: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
    },
  });
  useGoneProfiles();
  return { found: useFound(noCriteria, 0, 15, sort) };
}

let tell: (message: SocketMessage) => void;
let run: RunCalls<object, ReturnType<typeof useResults>>;
let asked: number;
const gone = (phone: string): SocketMessage => ({ type: 'profile.updated', at: 1, data: { phone, isGone: true } });
/** Where it is seen that somebody is there: the page in which that was asked first. */
let page: EventTarget;
const touch = (): boolean => page.dispatchEvent(new Event('pointermove'));
const count = (): number | undefined => run.now().found.data?.content.length;
/** Resolves when so many are shown; what was answered is passed on by timers. */
async function shows(profiles: number): Promise<void> {
  while (count() !== profiles) {
    await jest.advanceTimersByTimeAsync(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeAll(() => {
  fakeBrowser();
  nobodyThere();
  page = window;
});
beforeEach(async () => {
  run = runCalls(useResults, {});
  const { fetch } = globalThis;
  globalThis.fetch = (...call) => {
    asked += 1;
    return fetch(...call);
  };
  await run.answer(0, pageOf(ann, bob));
  await run.until(() => count() === 2);
  asked = 0;
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  touch();
});
afterEach(() => {
  jest.useRealTimers();
  run.end();
});

it('a profile that somebody else deletes leaves the list and its count', async () => {
  tell(gone(ann.phone));
  await jest.advanceTimersByTimeAsync(400);
  await run.answer(1, pageOf(bob));
  await shows(1);
  expect(run.now().found.total).toEqual({ count: 1, atLeast: false });
});

it('one that was deleted in this page is not loaded for again, unless somebody else deletes it later', async () => {
  noteDeleted(ann.phone);
  tell(gone(ann.phone));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(0);
  tell(gone(ann.phone));
  await jest.advanceTimersByTimeAsync(400);
  await run.answer(1, pageOf(bob));
  await shows(1);
});

it('many that go together are loaded once, and the next ones not before ten seconds', async () => {
  tell(gone(ann.phone));
  tell(gone('+998901234569'));
  tell({ type: 'profiles.updated', at: 2, data: { since: 1, areGone: true } });
  await jest.advanceTimersByTimeAsync(400);
  await run.answer(1, pageOf(bob));
  await shows(1);
  tell(gone(bob.phone));
  await jest.advanceTimersByTimeAsync(9_000);
  expect(asked).toBe(1);
  touch();
  await jest.advanceTimersByTimeAsync(1_000);
  await run.answer(2, pageOf());
  await shows(0);
});

it('one that changed stays where it was found, and nothing is loaded while nobody is there', async () => {
  tell({ type: 'profile.updated', at: 1, data: { phone: ann.phone, isGone: false } });
  tell({ type: 'profiles.updated', at: 2, data: { since: 1, areGone: false } });
  await jest.advanceTimersByTimeAsync(60_000);
  tell(gone(ann.phone));
  await jest.advanceTimersByTimeAsync(60_100);
  expect(asked).toBe(0);
  // It waits for somebody, not for a time.
  touch();
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  await run.answer(1, pageOf(bob));
  await shows(1);
});
