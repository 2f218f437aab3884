import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanPhone, isWrittenAsDialled } from '../src/index.ts';

const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
const between = fc.constantFrom(
  '',
  ' ',
  '\u00a0',
  '\u2009',
  '-',
  '\u2011',
  '\u2013',
  '.',
  ' - ',
  '(',
  ')',
  '[',
  ') ',
  '\u200e',
  '\u3000',
);
const after = fc.constantFrom('', ' ext. 12', ' x7', ' доб. 305', ';ext=4', ' #99', ', ext 1');

describe('a phone as people write it', () => {
  it.each([
    ['+998 90 111-22-01', '+998901112201'],
    ['(650) 253-0000', '6502530000'],
    ['tel:+1-201-555-0123;ext=4', '+12015550123'],
    ['TEL: 650.253.0000', '6502530000'],
    ['+998\u00a090\u00a0111\u00a022\u00a001', '+998901112201'],
    ['＋９９８ ９０ １１１ ２２ ０１', '+998901112201'],
    ['（６５０）２５３－００００', '6502530000'],
    ['٠٩٠١١١٢٢٠١', '0901112201'],
    ['8 (495) 123-45-67 доб. 305', '84951234567'],
    ['650-253-0000 x12', '6502530000'],
    ['+44 (0)20 7031 3000', '+4402070313000'],
    ['\u202a+998 90 111\u221222\u221201\u202c\u200e', '+998901112201'],
    ['4930123456.0', '4930123456'],
    ['4930123456.00', '4930123456'],
    ['+4930123456,0', '+4930123456'],
    ['\u202d4930123456.00\u202c', '4930123456'],
    ['4 930 123 456,00', '4930123456'],
    ['495.123.45.67', '4951234567'],
    ['495.1234567', '4951234567'],
    ['+998.901112201', '+998901112201'],
    ['0511/123456', '0511123456'],
    ['+49 511 / 123456', '+49511123456'],
    ['(0511)/123456', '0511123456'],
  ])('%s is %s', (text, expected) => expect(cleanPhone(text)).toBe(expected));

  it.each([
    ['letters', '1-800-FLOWERS'],
    ['a power of ten', '9.98901E+11'],
    ['a fraction', '998901112201.5'],
    ['a fraction of two digits', '4930123456.25'],
    ['a fraction behind a comma', '4930123456,50'],
    ['a longer fraction', '4930123456.125'],
    ['a fraction between marks of direction', '\u202a4930123456.5\u202c'],
    ['a fraction of a number in groups', '4 930 123 456.50'],
    ['a fraction with a plus', '+4930123456.5'],
    ['two with a plus', '+998 90 111-22-01 +998 90 111-22-02'],
    ['two without', '998 90 111-22-01 998 90 111-22-02'],
    ['two lines', '90 111 22 01\n90 111 22 02'],
    ['two by a slash', '90 111 22 01/02'],
    ['two long ones by a slash', '+998901112201/998901112202'],
    ['two dialled ones by a slash', '051112345/051112346'],
    ['no digit', '-'],
    ['an extension alone', 'ext. 12'],
    ['a phone of some context', 'tel:7042;phone-context=example.com'],
  ])('is not made of %s', (_title, text) => expect(cleanPhone(text)).toBeNull());

  it('has its digits in their order, whatever stands between them', () => {
    fc.assert(
      fc.property(
        digits,
        fc.boolean(),
        fc.array(between, { minLength: 20, maxLength: 20 }),
        after,
        (phone, plus, marks, end) => {
          const written = [...phone].map((digit, index) => (index === 0 ? '' : marks[index]) + digit).join('');
          // What looks like a number with a fraction is read as one.
          fc.pre(!/^[\d\s\u200e]{4,}\.\d+$/.test(written));
          expect(cleanPhone((plus ? '+' : '') + written + end)).toBe((plus ? '+' : '') + phone);
        },
      ),
    );
  });

  it('is never made of other digits than were written, and is the same cleaned again', () => {
    const anything = fc.array(
      fc.oneof(fc.constantFrom(...'0123456789+ -.()x:;=/#,'), fc.string({ minLength: 1, maxLength: 3 })),
    );
    fc.assert(
      fc.property(anything, (parts) => {
        const text = parts.join('');
        const cleaned = cleanPhone(text);
        fc.pre(cleaned !== null);
        if (cleaned === null) return;
        expect(text.replaceAll(/[^0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, '').length).toBeGreaterThanOrEqual(
          cleaned.replace('+', '').length,
        );
        expect(cleanPhone(cleaned)).toBe(cleaned);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a long text', () => {
  it('is no phone, which is told at once; blanks around one are none of it', () => {
    // By the square of their length they would take minutes.
    for (const filling of [' ', ';', '('].map((sign) => sign.repeat(1_000_000)))
      expect(cleanPhone(`1${filling}x`)).toBeNull();
    const blanks = ' '.repeat(1_000_000);
    expect(cleanPhone(`${blanks}+998 90 111-22-01${blanks}`)).toBe('+998901112201');
  });
});

describe('a phone written as it is dialled', () => {
  it.each([
    ['(495) 123-45-67', true],
    ['8 (495) 123-45-67', true],
    ['8-495-123-45-67', true],
    ['tel:(495)1234567', true],
    ['（４９５）１２３－４５－６７', true],
    ['+7 (495) 123-45-67', false],
    ['(+7) 495 123-45-67', false],
    ['7 (495) 123-45-67', false],
    ['1-650-253-0000', false],
    ['998 (90) 111-22-01', false],
    ['495 123-45-67', false],
    ['4951234567', false],
  ])('%s: %s', (text, expected) => expect(isWrittenAsDialled(text)).toBe(expected));
});
