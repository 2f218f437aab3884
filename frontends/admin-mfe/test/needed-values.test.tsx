import { expect, it } from '@jest/globals';
import { markupOf, wordsOf } from '../../../packages/ui/test/markup.ts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { runHook } from '../../../packages/ui/test/run-hook.ts';
import type { SourcePreset } from '@numscope/contracts';
import { SourceTest } from '../src/features/sources/source-test.tsx';
import { NeededValues } from '../src/features/source/needed-values.tsx';
import { neededBy } from '../src/features/source/needed-fields.ts';
import { useNeededValues } from '../src/features/source/use-needed-values.ts';
import { buildSourceInfo } from '@numscope/testing';

const yente: SourcePreset = {
  name: 'yente',
  title: 'yente',
  connector: 'http',
  needs: ['names'],
  documentation: [],
  triedLive: null,
  own: 'preset: yente\n',
};

it.each([
  ['its text says', 'A:\n  needs: [emails, birthDate, emails]\n', ['emails', 'birthDate']],
  ['its preset says where the text does not', 'A:\n  preset: yente\n', ['names']],
  ['its text says over its preset', 'A:\n  preset: yente\n  needs: [emails]\n', ['emails']],
  ['nobody says where the text takes it away', 'A:\n  preset: yente\n  needs: null\n', []],
  ['nobody says', 'A:\n  connector: http\n', []],
  ['cannot be read', 'A: [', []],
])('what a source needs is what %s', (_what, text, needs) => {
  expect(neededBy(text, [yente])).toEqual(needs);
});

/** The form of a source that needs these, in a page that has no elements. */
function formOf(needs: string[]) {
  fakeBrowser();
  const focused: string[] = [];
  Object.assign(document, { getElementById: (id: string) => ({ focus: () => focused.push(id) }) });
  const run = runHook(({ needs: fields }: { needs: string[] }) => useNeededValues(fields), { needs });
  return { ...run, focused };
}

it('gives a value of each field, and else says at the field what is wrong with it', async () => {
  const form = formOf(['names', 'online']);
  form.now().change('online', ' true ');
  await form.until(({ fields }) => fields[1]?.value === ' true ');
  expect(form.now().fields.map(({ fault }) => fault)).toEqual([undefined, undefined]);

  expect(form.now().take()).toBeNull();
  await form.until(({ fields }) => fields[0]?.fault === 'This is needed');
  expect(form.now().fields[1]?.fault).toBeUndefined();
  expect(form.focused).toEqual([form.now().fields[0]?.id]);
  const refused = form.now();

  form.now().change('names', 'n'.repeat(1001));
  await form.until(({ fields }) => fields[0]?.fault === '1,000 characters at most');
  form.now().change('names', 'Ann Smith');
  await form.until(({ fields }) => fields[0]?.fault === undefined);
  expect(form.now().take()).toEqual({ names: 'Ann Smith', online: 'true' });
  form.end();
  const markup = markupOf(<NeededValues form={refused} />);
  expect(markup).toMatch(/aria-invalid="true" aria-describedby="([^"]+)".*id="\1"[^>]*>.*This is needed/);
});

it('a field keeps the focus while its source is asked, and takes nothing', () => {
  const tests = { results: new Map(), asksFor: null, test: () => {}, testWith: () => {}, close: () => {} };
  const result = { at: 0, answer: null, fault: null };
  const [field] = /<input[^>]*>/.exec(
    markupOf(<SourceTest source={buildSourceInfo('A', { needs: ['names'] })} result={result} tests={tests} />),
  ) ?? [''];
  expect(field).toContain('readOnly=""');
  expect(field).not.toContain('disabled');
});

it('a test asks for exactly what its source needs, and for nothing where it needs nothing', () => {
  const tests = { results: new Map(), asksFor: null, test: () => {}, testWith: () => {}, close: () => {} };
  const needy = wordsOf(
    <SourceTest source={buildSourceInfo('A', { needs: ['names', 'lastOnline'] })} result={null} tests={tests} />,
  );
  expect(needy.split('\n')).toEqual([
    'What other sources would have found',
    'This source is asked with what others find: give a value of each field.',
    'names',
    'lastOnline',
    'In the form 2023-11-14T22:13:20.000Z',
    'Test with these values',
  ]);
  const result = { at: 0, answer: null, fault: 'The server does not answer' };
  expect(wordsOf(<SourceTest source={buildSourceInfo('A')} result={result} tests={tests} />)).not.toContain(
    'Test with',
  );
});
