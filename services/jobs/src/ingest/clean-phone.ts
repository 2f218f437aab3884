/** Digits of other scripts that people type phones in, by what stands for their 0. */
const zeros = [0x0660, 0x06f0, 0xff10] as const;

function plainChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  for (const zero of zeros) if (code >= zero && code <= zero + 9) return String(code - zero);
  // The full-width forms of ASCII, as Japanese and Chinese keyboards make them.
  return code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : char;
}

const scheme = /^\s*tel\s*:/i;
/** What is dialled after the call is answered: it is no part of the number. */
const extension = /[\s,;]*(?:;\s*ext\s*=|ext(?:ension|n)?|доб|x|#)[\s.:]*\d{1,7}\s*$/iu;
/** Blanks of every width, marks of direction, hyphens and dashes, dots, brackets. Not the end of a line. */
const punctuation = /[^\S\r\n]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\p{Pd}\u2212.\u00b7()[\]]/gu;
/** A spreadsheet's number with its fraction: without the dot it would be another number. */
const fraction = /^\s*\+?\d{4,}\.\d\s*$/;
/** An international prefix of three digits before the longest number. */
const MOST_DIGITS = 18;

/**
 * A phone as people write it (`+998 90 111-22-01`, `(650) 253-0000`, `tel:+1-201-555-0123;ext=4`), in digits with or
 * without a `+`. Null where it is not surely one: letters, several phones in a cell, a fraction.
 */
export function cleanPhone(text: string): string | null {
  const plain = Array.from(text, plainChar).join('');
  if (fraction.test(plain)) return null;
  const digits = plain.replace(scheme, '').replace(extension, '').replaceAll(punctuation, '');
  return /^\+?\d+$/.test(digits) && digits.length <= MOST_DIGITS ? digits : null;
}

/**
 * Whether a phone is written as it is dialled at home: its area code comes first, in brackets, or a trunk digit that stands
 * alone and is no calling code. In digits alone, `(495) 123-45-67` and `8 (495) 123-45-67` might be numbers of Germany and
 * Vietnam.
 */
export function isWrittenAsDialled(text: string): boolean {
  const plain = Array.from(text, plainChar).join('').replace(scheme, '');
  const [, before = '', first = ''] = /^([^\d+]*)(\d+)/.exec(plain) ?? [];
  return /[([]/.test(before) || /^[02-689]$/.test(first);
}
