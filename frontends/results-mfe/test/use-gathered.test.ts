import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Criteria, noCriteria } from '@numscope/ui';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook, type RunHook } from '../../../packages/ui/test/run-hook.ts';
import { useGathered } from '../src/features/results/use-gathered.ts';

const vip: Criteria = { items: [{ field: 'name', value: 'VIP' }], must: [] };
const gathered: Criteria = { items: [{ field: 'carrier', value: 'Beeline' }], must: ['carrier'] };

let run: RunHook<{ criteria: Criteria }, ReturnType<typeof useGathered>>;
beforeEach(() => {
  fakeBrowser();
  run = runHook(({ criteria }) => useGathered(criteria), { criteria: noCriteria });
});
afterEach(() => run.end());

it('keeps what is gathered for a search, also where the search is read anew', async () => {
  run.now()[1](gathered);
  await run.until(([now]) => now !== null);
  run.give({ criteria: { ...noCriteria } });
  expect(run.now()[0]).toEqual(gathered);
});

it('has nothing gathered of another search', async () => {
  run.now()[1](gathered);
  await run.until(([now]) => now !== null);
  run.give({ criteria: vip });
  expect(run.now()[0]).toBeNull();
});
