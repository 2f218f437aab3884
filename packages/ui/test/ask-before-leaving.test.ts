import { expect, it } from '@jest/globals';
import { askBeforeLeaving } from '../src/net/ask-before-leaving.ts';
import { fakeBrowser } from './browser.ts';

/** Whether the browser would ask before it leaves the page. */
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each(['done', 'failed'])('the browser asks before its page is left, until the work is %s', async (end) => {
  fakeBrowser();
  expect(asks()).toBe(false);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = askBeforeLeaving(promise);
  expect(asks()).toBe(true);
  if (end === 'done') {
    resolve(end);
    await expect(work).resolves.toBe(end);
  } else {
    reject(new Error(end));
    await expect(work).rejects.toThrow(end);
  }
  expect(asks()).toBe(false);
});
