import { limits, messages } from '@numscope/contracts';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { checkRange } from '../src/domain/range-check.ts';

describe('a range of numbers while it is typed', () => {
  it.each([
    ['', '', 'from', messages.rangeStartRequired],
    ['+998901230300', '', 'to', messages.rangeEndRequired],
    ['call me', '1', 'from', messages.phonesNotNumeric],
    ['100', '1x', 'to', messages.phonesNotNumeric],
    ['200', '100', 'from', messages.rangeOrder],
    ['99', '100', 'to', messages.rangeLength],
    ['998901234567', '99890123', 'to', messages.rangeLength],
    ['100', '200', 'to', messages.rangeTooLarge],
  ])('%s to %s: what is wrong stands at %s', (from, to, field, message) => {
    expect(checkRange(from, to)).toMatchObject({ field, message });
  });

  it('forgives blanks between digits', () => {
    expect(checkRange(' +998 90 123 03 00 ', '+998 90 123 03 99')).toEqual({
      first: '+998901230300',
      last: '+998901230399',
      count: 100,
    });
  });

  it('counts both ends, up to the limit, of numbers longer than JavaScript counts exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 16n, 9n * 10n ** 16n), fc.integer({ min: 0, max: 300 }), (first, more) => {
        const checked = checkRange(String(first), String(first + BigInt(more)));
        if (more < limits.phonesInRange) expect(checked).toMatchObject({ count: more + 1 });
        else expect(checked).toMatchObject({ message: messages.rangeTooLarge });
      }),
    );
  });
});
