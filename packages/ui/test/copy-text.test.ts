import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { copyText } from '../src/components/copy-button.tsx';
import { onToast } from '../src/notify/toasts.ts';
import { fakeBrowser } from './browser.ts';

let said: string[];
let stop: () => void;
beforeEach(() => {
  fakeBrowser();
  said = [];
  stop = onToast(({ tone, message }) => said.push(`${tone}: ${message}`));
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const clipboard = (writeText: (text: string) => Promise<void>): void =>
  void Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

it('says that a text is copied, and that it is not where the browser refuses or has no clipboard', async () => {
  expect(await copyText('x')).toBe(false);
  clipboard(() => Promise.reject(new Error('No')));
  expect(await copyText('x')).toBe(false);
  const copied: string[] = [];
  clipboard(async (text) => void copied.push(text));
  expect(await copyText('+998901234567')).toBe(true);
  expect(copied).toEqual(['+998901234567']);
  const refused = 'warning: Nothing was copied: the browser does not allow it here';
  expect(said).toEqual([refused, refused, 'general: Copied']);
});
