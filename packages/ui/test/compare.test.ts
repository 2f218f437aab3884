import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { differ, sharing } from '../src/compare/differing.ts';

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

  it('are shared when another side has them, not when their own repeats them', () => {
    const isShared = sharing([values('a', 'A', 'b'), values('B', 'c')]);
    expect(values('a', 'b', 'c').map(isShared)).toEqual([false, true, false]);
  });

  it('are looked at in time however many there are', () => {
    const many = Array.from({ length: 50_000 }, (_, i) => ({ text: `Friend ${i}` }));
    const begun = performance.now();
    expect(many.every(sharing([many, [...many]]))).toBe(true);
    // Compared with each other they take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('do not differ exactly when every value of every side is shared by all', () => {
    fc.assert(
      fc.property(fc.array(side, { minLength: 2, maxLength: 4 }), (sides) => {
        const alike = sides.every((own) => sides.every((other) => other === own || own.every(sharing([own, other]))));
        expect(differ(sides)).toBe(!alike);
      }),
    );
  });
});
