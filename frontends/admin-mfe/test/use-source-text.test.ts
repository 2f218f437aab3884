import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser, tokenWith } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { endSession, startSession } from '@numscope/ui';
import { useSourceText } from '../src/features/source/use-source-text.ts';

const FILE = 'A:\n  cost: 1\n';
const OWN = 'A:\n  cost: 2\n';
const open = (inFile = FILE, name = 'A') =>
  runHook((given: { inFile: string }) => useSourceText(name, given.inFile), { inFile });
/** Opened, changed to this text, and left for another screen. */
async function leaveWith(text: string): Promise<void> {
  const page = open();
  page.now().setText(text);
  await page.until((now) => now.text === text);
  page.end();
}

// One page, in which screens come and go.
beforeAll(() => void fakeBrowser());
beforeEach(() => leaveWith(FILE));

it('keeps what was written while another screen is looked at, and says so until it is changed or taken from the file', async () => {
  await leaveWith(OWN);
  const again = open();
  expect(again.now()).toMatchObject({ text: OWN, isFromBefore: true, isOutdated: false });
  expect(open(FILE, 'B').now()).toMatchObject({ text: FILE, isFromBefore: false });
  again.now().take(FILE);
  await again.until(({ text }) => text === FILE);
  expect(again.now().isFromBefore).toBe(false);
  again.end();
  expect(open().now()).toMatchObject({ text: FILE, isFromBefore: false });
});

it('says that the file was changed meanwhile, also while another screen was looked at', async () => {
  await leaveWith(OWN);
  const again = open('A:\n  cost: 3\n');
  expect(again.now()).toMatchObject({ text: OWN, isOutdated: true });
  again.end();
});

it('keeps nothing of what is in the file by then, and follows it where nobody wrote', async () => {
  await leaveWith(OWN);
  const again = open(OWN);
  expect(again.now()).toMatchObject({ text: OWN, isFromBefore: false, isOutdated: false });
  again.give({ inFile: FILE });
  expect(again.now()).toMatchObject({ text: FILE, isOutdated: false });
  again.end();
});

it('is written as it was sent, and what was typed since stays', async () => {
  const page = open();
  page.now().setText(OWN);
  await page.until(({ text }) => text === OWN);
  page.now().written(OWN, OWN);
  page.give({ inFile: OWN });
  expect(page.now()).toMatchObject({ text: OWN, isOutdated: false });
  page.now().setText('A:\n  cost: 4\n');
  await page.until(({ text }) => text.endsWith('4\n'));
  page.now().written(OWN, FILE);
  page.give({ inFile: FILE });
  expect(page.now()).toMatchObject({ text: 'A:\n  cost: 4\n', isOutdated: false });
  page.end();
});

it('keeps nothing for who signs in next', async () => {
  startSession(tokenWith({ roles: 'ADMIN' }));
  await leaveWith(OWN);
  endSession();
  expect(open().now().text).toBe(FILE);
});

it('is there again for the same person whose session ended amid it, and for nobody else', async () => {
  startSession(tokenWith({ sub: 'ann', roles: 'ADMIN' }));
  await leaveWith(OWN);
  endSession('EXPIRED');
  startSession(tokenWith({ sub: 'ann', roles: 'ADMIN', iat: 2 }));
  const again = open();
  expect(again.now()).toMatchObject({ text: OWN, isFromBefore: true });
  again.end();
  endSession('UNUSED');
  startSession(tokenWith({ sub: 'bob', roles: 'ADMIN' }));
  expect(open().now().text).toBe(FILE);
  endSession('UNUSED');
  startSession(tokenWith({ sub: 'ann', roles: 'ADMIN', iat: 3 }));
  expect(open().now().text).toBe(FILE);
});
