import { expect, it } from '@jest/globals';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useSourceTests } from '../src/features/sources/use-source-tests.ts';

const answer = { ok: true, status: 'NOT_FOUND', ms: 1, message: null, kind: null, fields: null };

/** The calls that a run of tests makes. */
function counted() {
  const tests = runCalls(useSourceTests, {});
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, ...rest) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return fetch(input, ...rest);
  };
  return { tests, asked };
}

it('asks each of several sources once, also when all are begun a second time meanwhile', async () => {
  const { tests, asked } = counted();
  tests.now().test(['A', 'B', 'C']);
  tests.now().test(['A', 'B', 'C']);
  for (const [nth, name] of ['A', 'B', 'C'].entries()) {
    await tests.answer(nth, answer);
    await tests.until(({ results }) => results.get(name)?.answer?.ok === true);
  }
  expect(asked.map((url) => url.split('/').at(-2))).toEqual(['A', 'B', 'C']);
  tests.end();
});

it('asks nothing more once its page is left', async () => {
  const real = globalThis.fetch;
  const { tests, asked } = counted();
  const { fetch } = globalThis;
  tests.now().test(['A', 'B']);
  await tests.until(({ results }) => results.has('A'));
  tests.end();
  globalThis.fetch = fetch;
  await tests.answer(0, answer);
  // Far longer than the next one would take to be asked.
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.fetch = real;
  expect(asked).toHaveLength(1);
});

it('asks a source once however often its test is begun before the answer, and again after that', async () => {
  const { tests, asked } = counted();
  tests.now().test(['A']);
  tests.now().test(['A']);
  await tests.answer(0, answer);
  await tests.until(({ results }) => results.get('A')?.answer?.ok === true);
  expect(asked).toHaveLength(1);
  tests.now().test(['A']);
  await tests.answer(1, answer);
  expect(asked).toHaveLength(2);
  tests.end();
});
