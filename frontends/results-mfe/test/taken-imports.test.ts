import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tokenWith } from '../../../packages/ui/test/browser.ts';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { storageKeys } from '@numscope/ui';
import { useImport } from '../src/features/import/use-import.ts';

const USER = 'l_okafor';
const info = (state: string) => ({
  id: 'i1',
  state,
  profiles: 3,
  applied: 3,
  by: USER,
  startedAt: 1,
  finishedAt: 2,
  faults: [],
});

let run: RunCalls<object, ReturnType<typeof useImport>>;
let toasts: unknown[];

beforeEach(() => {
  run = runCalls(() => {
    // Its person is signed in before anything of the page is shown.
    localStorage.setItem(storageKeys.token, tokenWith({ roles: 'ADMIN' }));
    return useImport();
  }, {});
  const { fetch } = globalThis;
  // A server has read all of a form before it answers.
  globalThis.fetch = async (url, init) => {
    if (init?.body instanceof ReadableStream) await new Response(init.body).arrayBuffer();
    return fetch(url, init);
  };
  toasts = [];
  window.addEventListener('numscope:toast', (event) => toasts.push(event instanceof CustomEvent ? event.detail : null));
});
afterEach(() => run.end());
const isKept = (): boolean => localStorage.getItem(storageKeys.takenImport('i1', USER)) !== null;
const send = (): Promise<boolean> => run.now().run(new File(['phone\n998901234567\n'], 'people.csv'), undefined);

it('remembers an import from when the server has it, until the page that sent it has told how it ended', async () => {
  const closes = send();
  await run.until(({ sent }) => sent === 100);
  expect(isKept()).toBe(false);
  await run.answer(0, { imported: 3, id: 'i1', state: 'APPLYING' });
  await run.answer(1, info('APPLYING'));
  await run.until(({ info }) => info?.state === 'APPLYING');
  expect(isKept()).toBe(true);
  await run.answer(2, info('DONE'));
  expect(await closes).toBe(true);
  expect(isKept()).toBe(false);
  expect(toasts).toHaveLength(1);
});

it('follows an import to its end also where the storage of the browser is full', async () => {
  const storage = localStorage;
  const { setItem } = storage;
  storage.setItem = (key, value) => {
    if (key.startsWith('import ')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(storage, key, value);
  };
  const closes = send();
  await run.answer(0, { imported: 3, id: 'i1', state: 'APPLYING' });
  await run.answer(1, info('DONE'));
  expect(await closes).toBe(true);
  expect(toasts).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
});
