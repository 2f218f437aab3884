import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useImport } from '../src/features/import/use-import.ts';

const file = new File(['phone\n998901234567\n'], 'people.csv');
const taken = { id: 'i1', imported: 1 };

let run: RunCalls<object, ReturnType<typeof useImport>>;
let toasts: unknown[];

beforeEach(() => {
  run = runCalls(useImport, {});
  const answers = globalThis.fetch;
  // A server has read all of a form before it answers.
  globalThis.fetch = async (url, init) => {
    if (init?.body instanceof ReadableStream) await new Response(init.body).arrayBuffer();
    return answers(url, init);
  };
  toasts = [];
  window.addEventListener('numscope:toast', (event) => toasts.push(event instanceof CustomEvent ? event.detail : null));
});
afterEach(() => run.end());

/** Begins an import, until all of it is sent. */
async function begin(): Promise<{ closes: Promise<boolean> }> {
  const closes = run.now().run(file, undefined);
  await run.until(({ sent }) => sent === 100);
  return { closes };
}

/** Closes the window; the server is there still. */
function leave(): void {
  const { fetch } = globalThis;
  run.end();
  globalThis.fetch = fetch;
}

const refusal = (statusCode: number, details: unknown = null) => ({
  statusCode,
  code: 'X',
  message: 'No',
  requestId: 'r',
  ...(details === null ? {} : { details }),
});

it('closes its window once all is in', async () => {
  const { closes } = await begin();
  await run.answer(0, { ...taken, state: 'DONE' });
  expect(await closes).toBe(true);
  expect(toasts).toMatchObject([{ tone: 'success' }]);
});

it('closes no window that was opened after its own was closed', async () => {
  const { closes } = await begin();
  leave();
  await run.answer(0, { ...taken, state: 'DONE' });
  expect(await closes).toBe(false);
  expect(toasts).toMatchObject([{ tone: 'success' }]);
});

it('tells what is wrong with what the server refuses', async () => {
  const { closes } = await begin();
  await run.answer(0, refusal(400, [{ row: 1, message: 'no phone' }]), 400);
  expect(await closes).toBe(false);
  await run.until(({ sent }) => sent === null);
  expect(run.now()).toMatchObject({ faults: [{ row: 1, message: 'no phone' }], unknown: null });
});

it('says of none whose answer is lost that nothing of it is imported', async () => {
  const { closes } = await begin();
  await run.answer(0, refusal(502), 502);
  expect(await closes).toBe(false);
  await run.until(({ unknown }) => unknown === 'No');
  expect(run.now().faults).toEqual([]);
});

it('says of none that cannot be followed that nothing of it is imported, when its window is closed, too', async () => {
  const { closes } = await begin();
  leave();
  await run.answer(0, { ...taken, state: 'APPLYING' });
  await run.answer(1, refusal(403), 403);
  await closes;
  expect(toasts).toMatchObject([
    {
      message: 'How the import of people.csv ends is not known (No). Look for its profiles before you import it again.',
    },
  ]);
});
