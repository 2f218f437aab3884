import { afterEach, expect, it } from '@jest/globals';
import { type RunCalls, runCalls } from '../../../packages/ui/test/run-calls.ts';
import { useAction } from '@numscope/ui';
import { useDefinition } from '../src/features/source/use-definition.ts';
import { useSourceText } from '../src/features/source/use-source-text.ts';

const FILE = 'A:\n  cost: 1\n';
const OWN = 'A:\n  cost: 2\n';
const definitionOf = (source: string, revision: string) => ({ name: 'A', source, revision, readOnly: null });
const refusal = { statusCode: 403, code: 'X', message: 'No', requestId: 'r' };

/** What the page of a source holds together. */
function usePage() {
  const definition = useDefinition('A');
  const text = useSourceText('A', definition.data?.source ?? FILE);
  const save = useAction('changeSourceDefinition', {
    quiet: true,
    invalidates: ['getSourceDefinition'],
    onSuccess: (saved, { body }) => {
      definition.saved(saved);
      text.written(body.source, saved.source ?? '');
    },
  });
  return { definition, text, save };
}

let page: RunCalls<object, ReturnType<typeof usePage>>;
afterEach(() => page.end());

it('what was saved is shown as saved, also where the file cannot be read again after that', async () => {
  page = runCalls(usePage, {});
  await page.answer(0, definitionOf(FILE, 'r1'));
  await page.until(({ definition }) => definition.data?.revision === 'r1');
  page.now().text.setText(OWN);
  await page.until(({ text }) => text.text === OWN);
  page.now().save.mutate({ params: { name: 'A' }, body: { source: OWN, revision: 'r1' } });
  await page.answer(1, definitionOf(OWN, 'r2'));
  await page.answer(2, refusal, 403);
  await page.until(({ save }) => save.isSuccess);
  expect(page.now().definition.data).toMatchObject({ source: OWN, revision: 'r2' });
  expect(page.now().text).toMatchObject({ text: OWN, isOutdated: false });
  void page.now().definition.refetch();
  await page.answer(3, definitionOf(FILE, 'r3'));
  await page.until(({ definition }) => definition.data?.revision === 'r3');
  expect(page.now().text.text).toBe(FILE);
});
