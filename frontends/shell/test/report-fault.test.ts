import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { reportFault } from '../src/remotes/report-fault.ts';

const fault = new Error('A file did not come');
const real = globalThis.reportError;
let reported: unknown[];

beforeEach(() => {
  fakeBrowser();
  jest.useFakeTimers();
  reported = [];
  globalThis.reportError = (error) => void reported.push(error);
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.reportError = real;
});

it('when a file does not come to a page that stays, then it is reported, once, and not before the page could be gone', async () => {
  reportFault(fault, true);
  await jest.advanceTimersByTimeAsync(200);
  expect(reported).toEqual([]);
  await jest.advanceTimersByTimeAsync(5000);
  expect(reported).toEqual([fault]);
});

it('when the page is left meanwhile, then nothing is reported, nor once it is shown again', async () => {
  reportFault(fault, true);
  window.dispatchEvent(new Event('pagehide'));
  await jest.advanceTimersByTimeAsync(5000);
  expect(reported).toEqual([]);
});

it('when a part crashes, then that is reported at once, whatever becomes of the page', async () => {
  reportFault(fault, false);
  window.dispatchEvent(new Event('pagehide'));
  await jest.advanceTimersByTimeAsync(0);
  expect(reported).toEqual([fault]);
});
