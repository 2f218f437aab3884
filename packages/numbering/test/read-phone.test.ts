import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { describePhone, isValidPhone, readDialledPhone, readPhone } from '../src/index.ts';
import { readOracle } from './oracle.ts';

const oracle = readOracle();
const validE164 = oracle.international.flatMap(([, answer]) => (answer === null ? [] : [answer[0]]));
const regions = [...new Set(oracle.dialled.map(([, region]) => region))];
const cell = fc.string({ unit: fc.constantFrom(...'0123456789+  '), maxLength: 24 });

describe('readPhone', () => {
  it.each([
    ['+998901234567', undefined, '+998901234567', 'UZ'],
    ['998901234567', undefined, '+998901234567', 'UZ'],
    [' 998 90 123 45 67\t', undefined, '+998901234567', 'UZ'],
    ['901234567', 'uz', '+998901234567', 'UZ'],
    ['00998901234567', 'DE', '+998901234567', 'UZ'],
    ['8 999 123 45 67', 'RU', '+79991234567', 'RU'],
    ['77071234567', undefined, '+77071234567', 'KZ'],
    ['011 15 2345 6789', 'AR', '+5491123456789', 'AR'],
    ['+80012345678', undefined, '+80012345678', '001'],
    ['+390612345678', undefined, '+390612345678', 'IT'],
  ])('when given %j in region %j, then reads %s of %s', (text, region, e164, country) => {
    expect(readPhone(text, region)).toEqual({ e164, country });
  });

  it('when a number is right both as international and at home, then international wins', () => {
    // A mobile number of Austria without its plus, and as many digits as some numbers of Germany have.
    expect(readPhone('4366412345678', 'DE')).toEqual({ e164: '+4366412345678', country: 'AT' });
  });

  it('when the E.164 form would not be read as the same number again, then the number is not taken', () => {
    expect(readPhone('8106017208', 'BY')).toBeNull();
  });

  it('when a number has more digits than E.164 allows, then it is not taken, however it is written', () => {
    for (const text of ['+4980012345678909', '4980012345678909', '+49592270553904162', '+81003744109818652']) {
      expect(readPhone(text)).toBeNull();
      expect(describePhone(text)).toBeNull();
      expect(isValidPhone(text)).toBe(false);
    }
    expect(readPhone('080029084384249', 'DE')).toBeNull();
    expect(readDialledPhone('080029084384249', 'DE')).toBeNull();
    expect(readPhone('+498001234567890')).toEqual({ e164: '+498001234567890', country: 'DE' });
  });

  it('when digits only make sense with an exit code, then they need the region that dials it', () => {
    expect(readPhone('00998901234567')).toBeNull();
    expect(readPhone('00998901234567', 'US')).toBeNull();
  });

  it.each([
    '',
    '+',
    ' ',
    'abc',
    '12a34',
    '+998-90-123-45-67',
    '998+901234567',
    '+99890123456',
    '+9989012345678',
    '9'.repeat(300),
    '٩٩٨٩٠١٢٣٤٥٦٧',
  ])('when given %j, then there is no number', (text) => {
    expect(readPhone(text, 'UZ')).toBeNull();
  });

  it.each(['', 'XX', '001', 'constructor', '__proto__', 'UZB', '800'])(
    'when the region is %j, then only international numbers are read',
    (region) => {
      expect(readPhone('901234567', region)).toBeNull();
      expect(readPhone('998901234567', region)).toEqual({ e164: '+998901234567', country: 'UZ' });
    },
  );

  it('as dialled, reads digits as of the region alone', () => {
    expect(['4951234567', '84951234567'].map((digits) => readPhone(digits, 'RU')?.country)).toEqual(['DE', 'VN']);
    expect(readDialledPhone('4951234567', 'RU')).toBe('+74951234567');
    expect(readDialledPhone('84951234567', 'RU')).toBe('+74951234567');
    expect(readDialledPhone('810998901234567', 'RU')).toBe('+998901234567');
    for (const text of ['998901234567', '+74951234567', '', 'x']) expect(readDialledPhone(text, 'RU')).toBeNull();
    expect(readDialledPhone('4951234567', 'XX')).toBeNull();
  });

  it('never throws, and what it reads is read as itself again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), cell),
        fc.option(fc.oneof(fc.constantFrom(...regions), fc.string()), { nil: undefined }),
        (text, region) => {
          const read = readPhone(text, region);
          if (read === null) return;
          expect(readPhone(read.e164)).toEqual(read);
          expect(isValidPhone(read.e164)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('when blanks are put anywhere into a valid number, then it is still that number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...validE164),
        fc.nat(16),
        fc.constantFrom(' ', '\t', '\u00A0', '  '),
        (e164, at, blank) => {
          expect(readPhone(e164.slice(0, at) + blank + e164.slice(at))?.e164).toBe(e164);
        },
      ),
    );
  });

  it('when a described number is written for the world, then its digits are read as the same number', () => {
    for (const e164 of validE164) {
      const written = describePhone(e164)?.international ?? '';
      expect(readPhone(written.replaceAll(/[^\d+]/g, ''))?.e164).toBe(e164);
    }
  });
});
