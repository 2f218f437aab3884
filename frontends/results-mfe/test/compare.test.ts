import { describe, expect, it } from '@jest/globals';
import { comparedPhones } from '../src/domain/compared-phones.ts';

describe('the address of a comparison', () => {
  it('names two to four numbers, each once, in any writing', () => {
    expect(comparedPhones(['+998 90 123 45 67', '998901234567', '+998901234568'])).toEqual([
      '+998901234567',
      '+998901234568',
    ]);
    expect(comparedPhones(['+998901234567', 'nobody'])).toEqual([]);
    const five = [1, 2, 3, 4, 5].map((n) => `+99890123456${n}`);
    expect(comparedPhones(five)).toEqual(five.slice(0, 4));
  });
});
