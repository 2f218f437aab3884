import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { endSession, startSession } from '@numscope/ui';
import { fakeBrowser, tokenWith } from '../../../packages/ui/test/browser.ts';
import { type RunHook, runHook } from '../../../packages/ui/test/run-hook.ts';
import { useEntries } from '../src/features/privacy/use-entries.ts';

let form: RunHook<object, ReturnType<typeof useEntries>>;
beforeEach(() => {
  fakeBrowser();
  form = runHook(useEntries, {});
});
afterEach(() => form.end());

const shows = (entries: string): Promise<void> => form.until((now) => now.entries === entries);

it('puts a file below what was written, and another file in its place', async () => {
  form.now().setEntries('+998901234567');
  await shows('+998901234567');
  await form.now().read(new File(['99871*\n'], 'a.txt'));
  await shows('+998901234567\n99871*\n');
  await form.now().read(new File(['7701*'], 'b.txt'));
  await shows('+998901234567\n7701*');
});

it('puts another file in the place of one with line ends of Windows, also after somebody typed above it', async () => {
  await form.now().read(new File(['99871*\r\n99872*\r\n'], 'a.txt'));
  await form.until(({ entries }) => entries !== '');
  // A field of several lines has only this line end, whatever it was given.
  form.now().setEntries(`998901234567\n${form.now().entries.replaceAll('\r\n', '\n')}`);
  await form.until(({ entries }) => entries.startsWith('998901234567'));
  await form.now().read(new File(['7701*'], 'b.txt'));
  await form.until(({ entries }) => entries.includes('7701*'));
  expect(form.now().entries).toBe('998901234567\n7701*');
});

it('says that a file cannot be read, and keeps what was written', async () => {
  form.now().setEntries('7701*');
  await shows('7701*');
  const gone = new File([''], 'gone.txt');
  gone.text = async () => Promise.reject(new DOMException('It is gone', 'NotFoundError'));
  await form.now().read(gone);
  await form.until(({ fault }) => fault === 'gone.txt could not be read');
  expect(form.now().entries).toBe('7701*');
  await form.now().read(new File(['99871*'], 'a.txt'));
  await form.until(({ fault }) => fault === null);
});

it('takes the file that was chosen last, whichever is read first', async () => {
  const slow = new File([''], 'slow.txt');
  const { promise, resolve } = Promise.withResolvers<string>();
  slow.text = () => promise;
  const first = form.now().read(slow);
  await form.now().read(new File(['99871*'], 'a.txt'));
  resolve('7701*');
  await first;
  await shows('99871*');
});

it('has what was typed again for the same person after the session ended amid it', async () => {
  const opened = () => runHook(useEntries, {});
  startSession(tokenWith({ sub: 'ann', roles: 'ADMIN' }));
  const typing = opened();
  typing.now().setEntries('+998901234567');
  await typing.until(({ entries }) => entries !== '');
  endSession('UNUSED');
  typing.end();
  startSession(tokenWith({ sub: 'ann', roles: 'ADMIN', iat: 2 }));
  const again = opened();
  expect(again.now().entries).toBe('+998901234567');
  again.end();
  const anew = opened();
  expect(anew.now().entries).toBe('');
  anew.end();
});
