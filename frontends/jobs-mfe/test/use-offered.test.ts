import { expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useOffered } from '../src/features/actions/use-offered.ts';
import { jobWith } from './jobs.ts';

it('offers what a job allowed when its menu was opened until that is closed, so that nothing moves under a pointer', () => {
  fakeBrowser();
  const running = jobWith({ toRetry: null });
  const paused = jobWith({
    status: 'PAUSED',
    toRetry: 3,
    actions: ['PLAY', 'STOP', 'CANCEL', 'MERGE', 'DELETE', 'UPDATE'],
  });
  const menu = runHook(useOffered, { job: running, without: ['PAUSE'] });
  const opened = { actions: ['STOP', 'UPDATE', 'MERGE', 'CANCEL'], review: false, retry: false };
  expect(menu.now()).toEqual(opened);
  menu.give({ job: paused, without: ['PLAY'] });
  expect(menu.now()).toEqual(opened);
  menu.end();
  const anew = runHook(useOffered, { job: paused, without: ['PLAY'] });
  expect(anew.now()).toEqual({ actions: ['STOP', 'UPDATE', 'MERGE', 'CANCEL', 'DELETE'], review: false, retry: true });
  anew.end();
});
