import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { importInfo, type RunImports, runImports } from '../../../packages/ui/test/run-imports.ts';
import { useImport } from '../src/features/import/use-import.ts';

let run: RunImports<ReturnType<typeof useImport>>;

beforeEach(() => {
  run = runImports(useImport);
  const { fetch } = globalThis;
  // A server has read all of a form before it answers.
  globalThis.fetch = async (url, init) => {
    if (init?.body instanceof ReadableStream) await new Response(init.body).arrayBuffer();
    return fetch(url, init);
  };
});
afterEach(() => run.end());
const send = (): Promise<boolean> => run.now().run(new File(['phone\n998901234567\n'], 'people.csv'), undefined);

it('remembers an import from when the server has it, until the page that sent it has told how it ended', async () => {
  const closes = send();
  await run.until(({ sent }) => sent === 100);
  expect(run.isKept()).toBe(false);
  await run.answer(0, { imported: 3, id: 'i1', state: 'APPLYING' });
  await run.answer(1, importInfo('APPLYING'));
  await run.until(({ info }) => info?.state === 'APPLYING');
  expect(run.isKept()).toBe(true);
  await run.answer(2, importInfo('DONE'));
  expect(await closes).toBe(true);
  expect(run.isKept()).toBe(false);
  expect(run.toasts).toHaveLength(1);
});

it('follows an import to its end also where the storage of the browser is full', async () => {
  const { storage } = run;
  const { setItem } = storage;
  storage.setItem = (key, value) => {
    if (key.startsWith('import ')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(storage, key, value);
  };
  const closes = send();
  await run.answer(0, { imported: 3, id: 'i1', state: 'APPLYING' });
  await run.answer(1, importInfo('DONE'));
  expect(await closes).toBe(true);
  expect(run.toasts).toMatchObject([{ tone: 'success', message: '3 profiles are imported' }]);
});
