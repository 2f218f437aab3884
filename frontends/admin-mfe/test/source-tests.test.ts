import { expect, it } from '@jest/globals';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useSourceTests } from '../src/features/sources/use-source-tests.ts';

const answer = { ok: true, status: 'NOT_FOUND', ms: 1, message: null, kind: null, fields: null };

it('asks a source once however often its test is begun before the answer, and again after that', async () => {
  const tests = runCalls(useSourceTests, {});
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, ...rest) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return fetch(input, ...rest);
  };
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
