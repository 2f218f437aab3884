import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { guardedText, unguardedText } from '../src/text/csv-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`=+-@,;\t\r\n"' |]}a1.`), maxLength: 20 }),
  fc.string({ unit: 'binary' }),
);

describe('a text in CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['Anna,=1+1,', "Anna,'=1+1,"],
    ['Anna\t@SUM(1)', "Anna\t'@SUM(1)"],
    ['a\r\n=1+1', "a\r\n'=1+1"],
    ['a,"=1+1"', `a,"'=1+1"`],
    ["a,'=1", "a,''=1"],
    ["'=1", "''=1"],
    ['a,-2+3', "a,'-2+3"],
    ['+998901112233', '+998901112233'],
    ['+998901112233,-5,+998901112234', "'+998901112233,-5,+998901112234"],
    ['["+998901112233","+998901112234",-0.5]', '["+998901112233","+998901112234",-0.5]'],
    ['Engineer, -based, o=k', 'Engineer, -based, o=k'],
    ["O'tkir", "O'tkir"],
  ])('%j is %j', (text, guarded) => {
    expect(guardedText(text)).toBe(guarded);
    expect(unguardedText(guarded)).toBe(text);
  });

  it('is the same again when it is read', () => {
    fc.assert(
      fc.property(anyText, (text) => expect(unguardedText(guardedText(text))).toBe(text)),
      { numRuns: 5000 },
    );
  });

  it('begins no formula, whatever a spreadsheet takes for a separator', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(',', '\t', '\n'), (text, separator) => {
        // The quotes around such a part are those of a cell, or double because they stand in one.
        for (const [place, part] of guardedText(text).split(separator).entries()) {
          const cell = place === 0 ? part : part.replace(/^"*/, '');
          expect(/^[=@]|^[+-](?![\d.]*["\]}]*(?:[,\t\r\n]|$))/.test(cell)).toBe(false);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
