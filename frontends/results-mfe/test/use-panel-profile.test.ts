import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { ApiFailure } from '@numscope/client';
import type { Profile, SocketMessage } from '@numscope/contracts';
import { usePanelProfile } from '../src/features/results/use-panel-profile.ts';
import { profileOf } from './profile-of.ts';

const known = profileOf({ timestamp: 5 });
const { phone } = known;

let tell: (message: SocketMessage) => void;
let run: RunCalls<{ known: Profile | undefined }, ReturnType<typeof usePanelProfile>>;
/** Runs it where the one line of the page is ours. */
const follow = (first: Profile | undefined): void => {
  run = runCalls(
    (given) => {
      Object.assign(window, {
        numscopeRealtime: {
          subscribe: (listener: typeof tell) => {
            tell = listener;
            return () => undefined;
          },
        },
      });
      return usePanelProfile(phone, given.known);
    },
    { known: first },
  );
};
beforeEach(() => follow(known));
afterEach(() => run.end());

it('shows what the list has, and asks once the server tells news of the number', async () => {
  expect(run.now()).toMatchObject({ profile: known, isGone: false, query: { fetchStatus: 'idle' } });
  tell({ type: 'profile.updated', at: 6, data: { phone: '+998901234568' } });
  tell({ type: 'ready' });
  // Of others, most of the time: a look at this one would be recorded.
  tell({ type: 'profiles.updated', at: 6, data: { since: 5 } });
  expect(run.now().query.fetchStatus).toBe('idle');
  tell({ type: 'profile.updated', at: 6, data: { phone } });
  const changed = { ...known, city: 'Bukhara', timestamp: 6 };
  await run.answer(0, changed);
  await run.until(({ profile }) => profile?.city === 'Bukhara');
});

it('shows one that is deleted meanwhile no longer', async () => {
  tell({ type: 'profile.updated', at: 6, data: { phone } });
  await run.answer(0, { statusCode: 404, code: 'NOT_FOUND', message: 'Gone', requestId: 'r' }, 404);
  await run.until(({ isGone }) => isGone);
  expect(run.now().profile).toBeUndefined();
});

it('shows one that is deleted no longer when the server is away then, until it tells of it again', async () => {
  const refusal = { statusCode: 404, code: 'NOT_FOUND', message: 'Gone', requestId: 'r' };
  tell({ type: 'profile.updated', at: 6, data: { phone } });
  await run.answer(0, refusal, 404);
  await run.until(({ isGone }) => isGone);
  tell({ type: 'profile.updated', at: 7, data: { phone } });
  await run.answer(1, { ...refusal, statusCode: 503, code: 'SERVICE_UNAVAILABLE' }, 503);
  await run.until(({ query }) => query.error instanceof ApiFailure && query.error.status === 503);
  expect(run.now()).toMatchObject({ isGone: true, profile: undefined });
  tell({ type: 'profile.updated', at: 8, data: { phone } });
  await run.answer(2, { ...known, timestamp: 8 });
  await run.until(({ profile }) => profile?.timestamp === 8);
  expect(run.now().isGone).toBe(false);
});

it('shows what the list has where that is newer', async () => {
  tell({ type: 'profile.updated', at: 6, data: { phone } });
  await run.answer(0, { ...known, timestamp: 6 });
  await run.until(({ profile }) => profile?.timestamp === 6);
  run.give({ known: { ...known, timestamp: 7 } });
  expect(run.now().profile?.timestamp).toBe(7);
});
