import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { type Criteria, noCriteria } from '@numscope/ui';
import { usePrinted } from '../src/features/print/use-printed.ts';
import { useFound } from '../src/features/results/use-found.ts';

const sort = { field: 'confidence', direction: 'DESC' } as const;
const named: Criteria = { items: [{ field: 'name', value: 'Marta' }], must: [] };
const pageOf = (totalElements: number) => ({ content: [], totalElements, totalPages: 9, number: 0, size: 20 });

interface Asked {
  criteria: Criteria;
  page: number;
}
let found: RunCalls<Asked, ReturnType<typeof useFound>>;

beforeEach(() => {
  found = runCalls(({ criteria, page }: Asked) => useFound(criteria, page, 20, sort), {
    criteria: noCriteria,
    page: 0,
  });
});
afterEach(() => found.end());

it('tells how many match only once it is known of these criteria, while the profiles of those before stay', async () => {
  expect(found.now().total).toBeNull();
  await found.answer(0, pageOf(12_000));
  await found.until(({ total }) => total?.count === 12_000);
  found.give({ criteria: named, page: 0 });
  expect(found.now()).toMatchObject({ stale: true, total: null, data: { totalElements: 12_000 } });
  await found.answer(1, pageOf(3));
  await found.until(({ total }) => total?.count === 3);
});

it('goes on to tell how many match on another page of the same', async () => {
  await found.answer(0, pageOf(12_000));
  await found.until(({ total }) => total !== null);
  found.give({ criteria: noCriteria, page: 1 });
  expect(found.now()).toMatchObject({ stale: true, total: { count: 12_000, atLeast: false } });
});

it('puts nothing on paper of the search before', async () => {
  const printed = runCalls(({ criteria }: { criteria: Criteria }) => usePrinted(criteria, sort), {
    criteria: noCriteria,
  });
  await printed.answer(0, pageOf(12_000));
  await printed.until(({ data }) => data !== undefined);
  printed.give({ criteria: named });
  expect(printed.now().data).toBeUndefined();
  printed.end();
});
