import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import type { SourceInfo } from '@numscope/contracts';
import { SourceStanding } from '../src/features/sources/source-cells.tsx';
import { inOrder } from '../src/features/sources/source-facts.ts';
import { buildSourceInfo } from '@numscope/testing';

const MESSAGE = 'its file book.csv could not be imported: line 3 is not UTF-8: save the file as UTF-8';

const book = (name: string, lastError: SourceInfo['lastError']): SourceInfo =>
  buildSourceInfo(name, { connector: 'dataset', lastError });
const past = { at: 1, message: MESSAGE, kind: 'MAPPING' as const };

it('a source whose file cannot be read says so as long as that is so, and stands before those that are well', () => {
  expect(wordsOf(<SourceStanding source={book('BOOK', { ...past, isStanding: true })} />)).toContain(MESSAGE);
  expect(wordsOf(<SourceStanding source={book('BOOK', past)} />)).not.toContain(MESSAGE);
  const all = [book('A', null), book('B', past), book('C', { ...past, isStanding: true })];
  expect(inOrder(all).map(({ name }) => name)).toEqual(['C', 'A', 'B']);
});
