import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanPhone, isWrittenAsDialled } from '../src/ingest/clean-phone.ts';
import { PhoneFile } from '../src/ingest/phone-file.ts';

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
  ])('%s is %s', (text, expected) => expect(cleanPhone(text)).toBe(expected));

  it.each([
    ['letters', '1-800-FLOWERS'],
    ['a power of ten', '9.98901E+11'],
    ['a fraction', '998901112201.0'],
    ['two with a plus', '+998 90 111-22-01 +998 90 111-22-02'],
    ['two without', '998 90 111-22-01 998 90 111-22-02'],
    ['two lines', '90 111 22 01\n90 111 22 02'],
    ['two by a slash', '90 111 22 01/02'],
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
          fc.pre(!/^\d{4,}\.\d$/.test(written));
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

describe('a file of phones as people write them', () => {
  const readClean = (text: string, region: string | null = null) => {
    const file = new PhoneFile({ region, skipInvalidLines: false, clean: true });
    const fault = file.write(Buffer.from(text)) ?? file.end();
    const numbers = [...file.candidates.sortedUnique()].map(
      (value) => (value % 2 === 1 ? '+' : '') + Math.floor(value / 2),
    );
    return { fault, phones: [...numbers, ...file.texts].sort() };
  };

  it('is taken, and what is no phone in it named with its line', () => {
    expect(
      readClean('name;phone\nA;+998 90 111-22-01\nB;"(650) 253-0000"\nC;998901112203\nD;00 998 90 111 22 04\n'),
    ).toEqual({
      fault: null,
      phones: ['+998901112201', '00998901112204', '6502530000', '998901112203'],
    });
    expect(readClean('+998 90 111-22-01\nno phone\n9.98901E+11\n').fault).toEqual({
      code: 'PHONES_NOT_NUMERIC',
      details: [
        { line: 2, text: 'no phone' },
        { line: 3, text: '9.98901E+11' },
      ],
    });
  });

  it('is read at home first where it is written as dialled there, and only there', () => {
    const written = '(495) 123-45-67\n8 (495) 123-45-68\n8-495-123-45-69\n';
    expect(readClean(written, 'RU').phones).toEqual(['+74951234567', '+74951234568', '+74951234569']);
    // Where nobody dials such a number, it is left as it was.
    expect(readClean('(495) 123-45-67\n', 'UZ').phones).toEqual(['4951234567']);
    expect(readClean('(495) 123-45-67\n').phones).toEqual(['4951234567']);
    expect(readClean('4951234567\n+49 (512) 345-67\n495 123 45 67\n', 'RU').phones).toEqual([
      '+4951234567',
      '4951234567',
    ]);
  });

  it('changes no number that is written internationally, wherever it is read', () => {
    const regions = fc.constantFrom('RU', 'UZ', 'US', 'DE', 'GB', 'BY', 'HU');
    const marks = fc.array(between, { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(digits, regions, marks, (phone, region, between) => {
        const written = [...phone].map((digit, index) => (index === 0 ? '' : between[index]) + digit).join('');
        expect(readClean(`+${written}\n(+${phone})\n`, region)).toEqual({ fault: null, phones: [`+${phone}`] });
        expect(readClean(`${phone}\n`, region).phones).toEqual([phone]);
      }),
    );
  });

  it('takes nothing of a cell that is longer than what is kept of it', () => {
    const { fault } = readClean(`998901112201\n90${' '.repeat(170)}1112201\n`);
    expect(fault).toMatchObject({ code: 'PHONES_NOT_NUMERIC', details: [{ line: 2 }] });
  });
});
