import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { type RunHook, runHook } from '../../../packages/ui/test/run-hook.ts';
import { type Criteria, noCriteria } from '@numscope/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { useFound } from '../src/features/results/use-found.ts';

const sort = { field: 'confidence', direction: 'DESC' } as const;
const named: Criteria = { items: [{ field: 'name', value: 'Marta' }], must: [] };
interface Asked {
  criteria: Criteria;
  page: number;
}

const real = globalThis.fetch;
let answers: ((totalElements: number) => void)[];
let found: RunHook<Asked, ReturnType<typeof useFound>>;

beforeEach(() => {
  fakeBrowser();
  answers = [];
  globalThis.fetch = () =>
    new Promise((answer) => {
      answers.push((totalElements) =>
        answer(Response.json({ content: [], totalElements, totalPages: 9, number: 0, size: 20 })),
      );
    });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  found = runHook<Asked, ReturnType<typeof useFound>>(
    ({ criteria, page }) => useFound(criteria, page, 20, sort),
    { criteria: noCriteria, page: 0 },
    (hooked) => createElement(QueryClientProvider, { client }, hooked),
  );
});
afterEach(() => {
  found.end();
  globalThis.fetch = real;
});

/** Answers the question that was asked last, once it was asked. */
async function answer(nth: number, totalElements: number): Promise<void> {
  while (answers[nth] === undefined) await new Promise((resolve) => setImmediate(resolve));
  answers[nth]?.(totalElements);
}

it('tells how many match only once it is known of these criteria, while the profiles of those before stay', async () => {
  expect(found.now().total).toBeNull();
  await answer(0, 12_000);
  await found.until(({ total }) => total?.count === 12_000);
  found.give({ criteria: named, page: 0 });
  expect(found.now()).toMatchObject({ stale: true, total: null, data: { totalElements: 12_000 } });
  await answer(1, 3);
  await found.until(({ total }) => total?.count === 3);
});

it('goes on to tell how many match on another page of the same', async () => {
  await answer(0, 12_000);
  await found.until(({ total }) => total !== null);
  found.give({ criteria: noCriteria, page: 1 });
  expect(found.now()).toMatchObject({ stale: true, total: { count: 12_000, atLeast: false } });
});
