import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { SavedSearch } from '@numscope/contracts';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useSavedSearches } from '../src/features/saved/use-saved-searches.ts';

const saved: SavedSearch = { id: 's1', name: 'Sure', filter: { page: 0, size: 20, filters: {} }, createdTimestamp: 1 };

let run: RunCalls<object, ReturnType<typeof useSavedSearches>>;
let happened: string[];
beforeEach(async () => {
  run = runCalls(useSavedSearches, {});
  happened = [];
  window.addEventListener('numscope:toast', (event) => {
    if (event instanceof CustomEvent) happened.push(event.detail.action === undefined ? 'said' : 'undo offered');
  });
  await run.answer(0, [saved]);
  await run.until(({ searches }) => searches?.length === 1);
});
afterEach(() => run.end());

const turns = async (): Promise<void> => {
  for (let turned = 0; turned < 50; turned += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('tells that one is deleted before it offers to take that back, which a window would keep a press from', async () => {
  run.now().remove(saved, () => happened.push('deleted'));
  await run.answer(1, null, 204);
  await run.answer(2, []);
  await run.until(({ searches }) => searches?.length === 0);
  await turns();
  expect(happened).toEqual(['deleted', 'undo offered']);
});

it('leaves the window open where one could not be deleted', async () => {
  run.now().remove(saved, () => happened.push('deleted'));
  await run.answer(1, { statusCode: 500, code: 'INTERNAL', message: 'No', requestId: 'r' }, 500);
  await turns();
  expect(happened).toEqual(['said']);
});
