import { afterEach, expect, it } from '@jest/globals';
import { importInfo, type RunImports, runImports, USER } from '../../../packages/ui/test/run-imports.ts';
import { storageKeys } from '@numscope/ui';
import { onImported } from '@numscope/ui/imports/imported.ts';
import { useLeftImports } from '../src/chrome/use-left-imports.ts';

let run: RunImports<void>;
const open = (kept?: Readonly<Record<string, string>>): void => void (run = runImports(useLeftImports, kept));
const told = async (): Promise<unknown> => {
  while (run.toasts.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return run.toasts;
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
  await run.answer(0, importInfo('DONE'));
  expect(await told()).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
  expect(run.isKept()).toBe(false);
  expect(run.storage.getItem(storageKeys.takenImport('i2', 'bob'))).toBe(left[storageKeys.takenImport('i2', 'bob')]);
  expect(asked.filter((url) => url.includes('i2'))).toEqual([]);
});

it('forgets what is too old to be told of, also of users who are not here any more', async () => {
  const old = { [storageKeys.takenImport('i3', 'bob')]: `${now - 91 * DAY_MS} bobs.csv` };
  open({ ...left, ...old });
  await run.answer(0, importInfo('DONE'));
  await told();
  expect(Object.keys(old).map((key) => run.storage.getItem(key))).toEqual([null]);
  expect(run.storage.getItem(storageKeys.takenImport('i2', 'bob'))).not.toBeNull();
});

it('tells what was wrong with it', async () => {
  open(left);
  await run.answer(0, importInfo('REFUSED', { faults: [{ row: 2, message: 'no phone' }] }));
  expect(await told()).toMatchObject([
    { tone: 'error', message: 'Nothing of people.csv is imported. Row 2: no phone' },
  ]);
  expect(run.isKept()).toBe(false);
});

it('tells it the next time where the page was closed before the end', async () => {
  open(left);
  await run.answer(0, importInfo('APPLYING'));
  run.end();
  expect([run.isKept(), run.toasts]).toEqual([true, []]);
});

it('tells of one that another page sent and left, and loads nothing of it before', async () => {
  open();
  const { asked } = counted();
  const key = storageKeys.takenImport('i1', USER);
  const changed = (name: string): void => void window.dispatchEvent(Object.assign(new Event('storage'), { key: name }));
  changed('language');
  run.storage.setItem(key, `${Date.now()} people.csv`);
  changed(key);
  await run.answer(0, importInfo('DONE'));
  expect(await told()).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
  expect([run.isKept(), asked.length]).toEqual([false, 1]);
});

it('has what shows profiles loaded anew once they are in', async () => {
  open(left);
  const heard = new Promise<void>((resolve) => onImported(resolve));
  await run.answer(0, importInfo('DONE'));
  await heard;
});
