import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { differ, isShared } from '../src/compare/differing.ts';

const values = (...texts: string[]) => texts.map((text) => ({ text }));
const side = fc.array(fc.constantFrom('Anvar', 'anvar ', 'Olga', 'Tashkent', '+')).map((texts) => values(...texts));

describe('values side by side', () => {
  it('differ when one side has what another has not, whatever the case, the order and the repeats', () => {
    expect(differ([values('Anvar Karimov'), values('anvar  karimov')])).toBe(false);
    expect(differ([values('a', 'b'), values('b', 'a', 'A')])).toBe(false);
    expect(differ([values('a'), values()])).toBe(true);
    expect(differ([values('a'), values('a'), values('b')])).toBe(true);
    expect(differ([values('+'), values('-')])).toBe(true);
  });

  it('do not differ exactly when every value of every side is shared by all', () => {
    fc.assert(
      fc.property(fc.array(side, { minLength: 2, maxLength: 4 }), (sides) => {
        const alike = sides.every((own) =>
          sides.every((other) => other === own || own.every((value) => isShared(value, [own, other], own))),
        );
        expect(differ(sides)).toBe(!alike);
      }),
    );
  });
});
