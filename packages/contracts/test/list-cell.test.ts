import { expect, it } from '@jest/globals';
import { cellValues } from '@numscope/testing/cell-values';
import * as fc from 'fast-check';
import { joinCell, splitCell } from '../src/profiles/list-cell.ts';

const lists = fc.constantFrom('texts', 'phones', 'emails', 'sites');

it('values of one cell are those that were put into it, and stand there as they are without signs of its own', () => {
  fc.assert(
    fc.property(cellValues, lists, (texts, list) => {
      expect(splitCell(joinCell(texts, list), list)).toEqual(texts);
      expect(splitCell(joinCell(texts, list, '\n'), list)).toEqual(texts);
    }),
    { numRuns: 2000 },
  );
  const plain = fc.array(fc.stringMatching(/^[a-z\\.]{1,5}$/), { minLength: 1, maxLength: 3 });
  fc.assert(fc.property(plain, lists, (texts, list) => expect(joinCell(texts, list)).toBe(texts.join(' | '))));
});

it.each([
  ['texts', String.raw`a\|b | c\\| d;e`, ['a|b', 'c\\', 'd;e']],
  ['texts', 'a\\\nb\nc', ['a\nb', 'c']],
  ['texts', String.raw`C:\a\b | \\`, [String.raw`C:\a\b`, String.raw`\\`]],
  ['phones', String.raw`1\;ext=2; 3`, ['1;ext=2', '3']],
  ['emails', String.raw`a\ b@x.uz c@x.uz,d@x.uz`, ['a b@x.uz', 'c@x.uz', 'd@x.uz']],
  ['sites', String.raw`a.uz/?x=1|2 | b.uz/\|`, ['a.uz/?x=1|2', 'b.uz/|']],
] as const)('a cell of %s is parted: %j', (list, cell, parts) => expect(splitCell(cell, list)).toEqual(parts));

it('a cell is parted in no time, whatever stands in it', () => {
  // By the square of its length it would take minutes, and hold up all imports.
  const backslashes = '\\'.repeat(1_000_000);
  for (const list of ['texts', 'phones', 'emails', 'sites'] as const)
    for (const text of [backslashes, `a ${backslashes}b`, ` ${'\\'.repeat(9)}`.repeat(100_000)])
      for (const between of [' | ', '\n'] as const)
        expect(joinCell(splitCell(joinCell([text], list, between), list), list)).toBe(joinCell([text.trim()], list));
});
