import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fakeBrowser, tokenWith } from '../../../packages/ui/test/browser.ts';
import { currentSession, startSession } from '@numscope/ui';
import { logOut } from '../src/login/log-out.ts';
import { signIn } from '../src/login/sign-in.ts';

const real = globalThis.fetch;
let sent: (RequestInit | undefined)[];
let answer: (response: Response) => void;
let toasts: unknown[];
const turn = promisify(setImmediate);

beforeEach(() => {
  fakeBrowser();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  Object.defineProperty(globalThis, 'location', { value: new URL('http://localhost/int'), configurable: true });
  const history = { pushState: () => undefined, replaceState: () => undefined };
  Object.defineProperty(globalThis, 'history', { value: history, configurable: true });
  sent = [];
  toasts = [];
  window.addEventListener('numscope:toast', (event) => toasts.push(event instanceof CustomEvent ? event.detail : null));
  globalThis.fetch = (_input, init) => {
    sent.push(init);
    return new Promise((resolve) => (answer = resolve));
  };
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = real;
});

/** Logs out, until the server has been asked and has not answered. */
async function leave(): Promise<{ done: Promise<void> }> {
  startSession(tokenWith({}));
  const done = logOut();
  expect(currentSession()).toBeNull();
  while (sent.length === 0) await turn();
  expect(sent).toMatchObject([{ keepalive: true, headers: { authorization: `Bearer ${tokenWith({})}` } }]);
  return { done };
}

it('ends the session here before the server has answered, and leaves one that began meanwhile', async () => {
  const { done } = await leave();
  startSession(tokenWith({ sub: 'heron' }));
  answer(new Response(null, { status: 204 }));
  await done;
  expect(currentSession()?.userName).toBe('heron');
  expect(toasts).toEqual([]);
});

it('says so when the server has not answered in time', async () => {
  const { done } = await leave();
  await jest.advanceTimersByTimeAsync(5_000);
  await done;
  expect(toasts).toMatchObject([{ message: 'Logout error' }]);
});

it.each([
  [401, 0],
  [500, 1],
])('takes an answer %i as it is meant', async (status, said) => {
  const { done } = await leave();
  answer(Response.json({ statusCode: status, code: 'X', message: 'No', requestId: 'r' }, { status }));
  await done;
  expect(toasts).toHaveLength(said);
});

/** Long enough for a call that waits for nothing to be made. */
const turns = async (): Promise<void> => {
  for (let turned = 0; turned < 50; turned += 1) await turn();
};

it('lets nobody log in before the server has heard of the logout, which would end that login', async () => {
  const { done } = await leave();
  const entered = signIn({ username: 'l_okafor', password: 'p' });
  await turns();
  expect(sent).toHaveLength(1);
  answer(new Response(null, { status: 204 }));
  await done;
  while (sent.length === 1) await turn();
  answer(Response.json({ statusCode: 401, code: 'X', message: 'No', requestId: 'r' }, { status: 401 }));
  expect(await entered).toMatchObject({ of: 'other' });
});

it('lets somebody log in when the server has not heard of the logout in time', async () => {
  const { done } = await leave();
  const entered = signIn({ username: 'l_okafor', password: 'p' });
  await jest.advanceTimersByTimeAsync(5_000);
  await done;
  while (sent.length === 1) await turn();
  answer(Response.json({ statusCode: 401, code: 'X', message: 'No', requestId: 'r' }, { status: 401 }));
  expect(await entered).toMatchObject({ of: 'other' });
});
