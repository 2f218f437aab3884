import { expect, it } from '@jest/globals';
import { slowness } from '../../src/speed/pace.ts';
import { inTime, type Stalls, startBareLoop } from '../../src/speed/stalls.ts';

const SLICE_MS = 200;

// Asks without end, until the test's time is up, if it does not.
it.each([
  { kind: 'works', figure: 'task' },
  { kind: 'stands', figure: 'held' },
] as const)('would see a task that $kind for too long', async ({ kind, figure }) => {
  const bare = await startBareLoop('works', 5);
  const blocked = await startBareLoop(kind, SLICE_MS);
  let seen: Stalls;
  try {
    do seen = { product: await blocked.read(), bare: await bare.read(), slowness: slowness() };
    while (inTime([seen]) || seen.product[figure] < SLICE_MS * 0.9);
  } finally {
    bare.stop();
    blocked.stop();
  }
  expect(inTime([seen])).toBe(false);
});
