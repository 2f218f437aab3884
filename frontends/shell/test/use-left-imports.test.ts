import { afterEach, expect, it } from '@jest/globals';
import { tokenWith } from '../../../packages/ui/test/browser.ts';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { storageKeys } from '@numscope/ui';
import { onImported } from '@numscope/ui/imports/imported.ts';
import { useLeftImports } from '../src/chrome/use-left-imports.ts';

const USER = 'l_okafor';
const info = (state: string, changes: object = {}) => ({
  id: 'i1',
  state,
  profiles: 3,
  applied: 3,
  by: USER,
  startedAt: 1,
  finishedAt: 2,
  faults: [],
  ...changes,
});

let run: RunCalls<object, null>;
let toasts: unknown[];
let storage: Storage;

/** Opens a page of the console, in which what an earlier one kept is there. */
function open(kept: Readonly<Record<string, string>> = {}): void {
  run = runCalls(() => {
    // The page is there, and its person signed in, before anything of it is shown.
    if (localStorage.getItem(storageKeys.token) === null) {
      localStorage.setItem(storageKeys.token, tokenWith({ roles: 'ADMIN' }));
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
      toasts = [];
      window.addEventListener('numscope:toast', (event) =>
        toasts.push(event instanceof CustomEvent ? event.detail : null),
      );
    }
    useLeftImports();
    return null;
  }, {});
  storage = localStorage;
}
const isKept = (): boolean => storage.getItem(storageKeys.takenImport('i1', USER)) !== null;
const told = async (): Promise<unknown> => {
  while (toasts.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return toasts;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const now = Date.now();
const left = {
  [storageKeys.takenImport('i1', USER)]: `${now} people.csv`,
  [storageKeys.takenImport('i2', 'bob')]: `${now - 89 * DAY_MS} b.csv`,
};
/** Counts what is asked for from now on. */
function counted(): { asked: string[] } {
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    asked.push(String(url));
    return fetch(url, init);
  };
  return { asked };
}
afterEach(() => run.end());

it('tells its sender, who closed the page meanwhile, that an import is done, once and nothing of those of others', async () => {
  open(left);
  const { asked } = counted();
  await run.answer(0, info('DONE'));
  expect(await told()).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
  expect(isKept()).toBe(false);
  expect(storage.getItem(storageKeys.takenImport('i2', 'bob'))).toBe(left[storageKeys.takenImport('i2', 'bob')]);
  expect(asked.filter((url) => url.includes('i2'))).toEqual([]);
});

it('forgets what is too old to be told of, also of users who are not here any more', async () => {
  const old = { [storageKeys.takenImport('i3', 'bob')]: `${now - 91 * DAY_MS} bobs.csv` };
  open({ ...left, ...old });
  await run.answer(0, info('DONE'));
  await told();
  expect(Object.keys(old).map((key) => storage.getItem(key))).toEqual([null]);
  expect(storage.getItem(storageKeys.takenImport('i2', 'bob'))).not.toBeNull();
});

it('tells what was wrong with it', async () => {
  open(left);
  await run.answer(0, info('REFUSED', { faults: [{ row: 2, message: 'no phone' }] }));
  expect(await told()).toMatchObject([
    { tone: 'error', message: 'Nothing of people.csv is imported. Row 2: no phone' },
  ]);
  expect(isKept()).toBe(false);
});

it('tells it the next time where the page was closed before the end', async () => {
  open(left);
  await run.answer(0, info('APPLYING'));
  run.end();
  expect([isKept(), toasts]).toEqual([true, []]);
});

it('tells of one that another page sent and left, and loads nothing of it before', async () => {
  open();
  const { asked } = counted();
  const key = storageKeys.takenImport('i1', USER);
  const changed = (name: string): void => void window.dispatchEvent(Object.assign(new Event('storage'), { key: name }));
  changed('language');
  storage.setItem(key, `${Date.now()} people.csv`);
  changed(key);
  await run.answer(0, info('DONE'));
  expect(await told()).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
  expect([isKept(), asked.length]).toEqual([false, 1]);
});

it('has what shows profiles loaded anew once they are in', async () => {
  open(left);
  const heard = new Promise<void>((resolve) => onImported(resolve));
  await run.answer(0, info('DONE'));
  await heard;
});
