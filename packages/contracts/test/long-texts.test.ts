import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fewMarks } from '../src/text/few-marks.ts';
import { fold, printablePattern, words } from '../src/index.ts';

// By the square of their length these would take minutes, and be ended as stuck.
const long = 'a'.repeat(1_000_000);

describe('a name of printable characters', () => {
  it('is any that is not all blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(' ', '\u3000', 'a', '\n', '\u200B') }), (text) => {
        expect(printablePattern.test(text)).toBe(!/[\n\u200B]/.test(text) && text.includes('a'));
      }),
    );
  });

  it('is told from a long text with another character in no time', () => {
    expect(printablePattern.test(`${long}\n`)).toBe(false);
    expect(printablePattern.test(long)).toBe(true);
  });
});

describe('the marks of a letter', () => {
  // An acute above and a grave below, in the order in which each must pass all before it.
  const marks = '\u0301\u0316';

  it('stay, thirty of them in a row', () => {
    expect(fewMarks(`a${marks.repeat(15)}b\u0301`.repeat(2))).toBe(`a${marks.repeat(15)}b\u0301`.repeat(2));
    expect(fewMarks(`a${marks.repeat(20)}b`.repeat(2))).toBe(`a${marks.repeat(15)}b`.repeat(2));
  });

  it('cost a text of nothing but marks no time', () => {
    const many = marks.repeat(500_000);
    expect(fold(`a${many}b`)).toBe('ab');
    expect(words(`Ж${many}ук`)).toEqual(['juk']);
  });
});
