import { beforeEach, expect, it } from '@jest/globals';
import { deselectRows, useKeptSelection } from '../src/table/use-kept-selection.ts';
import { fakeBrowser } from './browser.ts';
import { runHook } from './run-hook.ts';

beforeEach(() => void fakeBrowser());

const of = (...ids: string[]) => ({ ids: new Set(ids), anchor: null });
const chosen = (question: string) =>
  runHook(({ asked }: { asked: string }) => useKeptSelection('people', [asked]), { asked: question });

it('selects nothing of a question that is no longer asked: what was found for it comes too late', () => {
  const list = chosen('a');
  const [, selectOfA] = list.now();
  list.give({ asked: 'b' });
  list.now()[1](of('2'));
  selectOfA(of('1'));
  list.give({ asked: 'b' });
  expect([...list.now()[0].ids]).toEqual(['2']);
  list.end();
});

it('keeps what is selected while another screen is there, and nothing of it for another question', () => {
  const first = chosen('a');
  first.now()[1](of('1'));
  first.end();
  const again = chosen('a');
  expect([...again.now()[0].ids]).toEqual(['1']);
  again.give({ asked: 'b' });
  expect([...again.now()[0].ids]).toEqual([]);
  again.end();
});

it('selects a row no longer that is no more, and leaves other lists alone', () => {
  const list = chosen('a');
  list.now()[1](of('1', '2'));
  deselectRows('others', ['1']);
  deselectRows('people', ['1']);
  list.give({ asked: 'a' });
  expect([...list.now()[0].ids]).toEqual(['2']);
  list.end();
});
