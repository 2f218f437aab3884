import { expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import { useStop } from '../src/features/actions/use-stop.ts';

it.each([
  ['when somebody stops it', 'stop'],
  ['when its window is there no more', 'end'],
] as const)('what goes on is stopped %s', (_when, how) => {
  fakeBrowser();
  const run = runHook(useStop, {});
  const { stop, isStopped } = run.now();
  run.give({});
  expect(isStopped()).toBe(false);
  if (how === 'stop') stop();
  else run.end();
  expect(isStopped()).toBe(true);
});
