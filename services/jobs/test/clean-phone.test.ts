import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
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
