import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { idOfPhone, phoneOfId } from '../src/phone-order.ts';

const phone = fc.stringMatching(/^\+[1-9]\d{0,14}$/);

it('gives each phone its own exact number, in the order of the texts', () => {
  fc.assert(
    fc.property(phone, phone, (a, b) => {
      expect(phoneOfId(idOfPhone(a))).toBe(a);
      expect(Number.isSafeInteger(idOfPhone(a))).toBe(true);
      expect(Math.sign(idOfPhone(a) - idOfPhone(b))).toBe(a < b ? -1 : Number(a > b));
    }),
    { numRuns: 2000 },
  );
});

it('counts without a gap from the first phone to the last', () => {
  expect([idOfPhone('+1'), idOfPhone('+10'), phoneOfId(3), phoneOfId(15)]).toEqual([1, 2, '+100', '+100000000000000']);
  expect(idOfPhone('+999999999999999')).toBe(999_999_999_999_999);
});

it('refuses what is no phone', () => {
  for (const text of ['', '+', '998', '+0123', '+1234567890123456', '+12a'])
    expect(() => idOfPhone(text)).toThrow('not an E.164 phone');
});
