import { expect, it } from '@jest/globals';
import { runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useSourceTests } from '../src/features/sources/use-source-tests.ts';

const answer = { ok: true, status: 'NOT_FOUND', ms: 1, message: null, kind: null, fields: null };

const sourcesOf = (...names: string[]) => names.map((name) => ({ name, needs: [] }));

/** The calls that a run of tests makes, and what they say. */
function counted() {
  const tests = runCalls(useSourceTests, {});
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : String(input));
    bodies.push(JSON.parse(String(init?.body)));
    return fetch(input, init);
  };
  return { tests, asked, bodies };
}

it('asks each of several sources once, also when all are begun a second time meanwhile', async () => {
  const { tests, asked } = counted();
  tests.now().test(sourcesOf('A', 'B', 'C'));
  tests.now().test(sourcesOf('A', 'B', 'C'));
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
  tests.now().test(sourcesOf('A', 'B'));
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
  tests.now().test(sourcesOf('A'));
  tests.now().test(sourcesOf('A'));
  await tests.answer(0, answer);
  await tests.until(({ results }) => results.get('A')?.answer?.ok === true);
  expect(asked).toHaveLength(1);
  tests.now().test(sourcesOf('A'));
  await tests.answer(1, answer);
  expect(asked).toHaveLength(2);
  tests.end();
});

it('asks a source that needs what others find with the values of a person alone, and keeps what came for a further test', async () => {
  const { tests, asked, bodies } = counted();
  const needy = { name: 'NEEDY', needs: ['names'] };
  tests.now().test([needy, ...sourcesOf('A')]);
  await tests.answer(0, answer);
  await tests.until(({ results }) => results.get('A')?.answer?.ok === true);
  expect(asked.map((url) => url.split('/').at(-2))).toEqual(['A']);
  expect(tests.now().results.get('NEEDY')).toBeNull();

  tests.now().testWith('NEEDY', { names: 'Ann Smith' });
  await tests.answer(1, answer);
  await tests.until(({ results }) => results.get('NEEDY')?.answer?.ok === true);
  expect(bodies[1]).toEqual({ known: { names: 'Ann Smith' } });

  tests.now().test([needy]);
  await tests.until(({ asksFor }) => asksFor?.name === 'NEEDY');
  expect(tests.now().results.get('NEEDY')?.answer?.ok).toBe(true);
  expect(asked).toHaveLength(2);
  tests.end();
});
