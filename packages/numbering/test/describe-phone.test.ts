import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { describePhone, isValidPhone } from '../src/index.ts';

describe('describePhone', () => {
  it('when the number is a mobile one, then tells its first-assigned carrier and both written forms', () => {
    expect(describePhone('+998901234567')).toEqual({
      country: 'UZ',
      region: null,
      lineType: 'MOBILE',
      carrier: 'Beeline',
      timeZones: ['Asia/Tashkent'],
      international: '+998 90 123 45 67',
      national: '90 123 45 67',
    });
  });

  it.each([
    [
      'is a fixed one, then tells its city and no carrier',
      '+74951234567',
      { country: 'RU', region: 'Moscow', lineType: 'FIXED_LINE', carrier: null, national: '8 (495) 123-45-67' },
    ],
    [
      'is a mobile one with a token before its area code, then the area is found behind it',
      '+5491123456789',
      { country: 'AR', region: 'Buenos Aires', lineType: 'MOBILE' },
    ],
    [
      'belongs to no country, then country, place and zones stay empty',
      '+80012345678',
      { country: null, region: null, lineType: 'TOLL_FREE', timeZones: [] },
    ],
  ])('when the number %s', (_when, phone, facts) => {
    expect(describePhone(phone)).toMatchObject(facts);
  });

  it.each(['', '+', '998901234567', ' +998901234567', '+998 901234567', '+99890123456', '+0', 'null'])(
    'when given %j, then there is nothing to tell',
    (text) => {
      expect(describePhone(text)).toBeNull();
      expect(isValidPhone(text)).toBe(false);
    },
  );

  it('never throws, and describes exactly the valid numbers', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 16 }).map((digits) => `+${digits}`),
    );
    fc.assert(
      fc.property(text, (text) => {
        expect(describePhone(text) !== null).toBe(isValidPhone(text));
      }),
      { numRuns: 3000 },
    );
  });
});
