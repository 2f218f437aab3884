import { longestText } from './longest-text.ts';

/** Digits of other scripts that people type phones in, by what stands for their 0. */
const zeros = [0x0660, 0x06f0, 0xff10] as const;

function plainChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  for (const zero of zeros) if (code >= zero && code <= zero + 9) return String(code - zero);
  // The full-width forms of ASCII, as Japanese and Chinese keyboards make them.
  return code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : char;
}

/** Marks that nobody sees: of direction, as an address book puts them around a number, and blanks without width. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const scheme = /^\s*tel\s*:/i;
const plainOf = (text: string): string =>
  Array.from(text.replaceAll(unseen, ''), plainChar).join('').replace(scheme, '');

/** What is dialled after the call is answered: it is no part of the number. */
const extension = /[\s,;]*(?:;\s*ext\s*=|ext(?:ension|n)?|доб|x|#)[\s.:]*\d{1,7}\s*$/iu;
/** Blanks of every width, hyphens and dashes, dots, brackets. Not the end of a line. */
const punctuation = /[^\S\r\n]|[\p{Pd}\u2212.\u00b7()[\]]/gu;
/** The slash of `0511/123456`: one alone, behind an area code that begins as one. Between two numbers it parts them. */
const areaSlash = /^(\s*(?:\+[\d\s()-]{1,9}|\(?0\d{1,5}\)?)\s*)\/(?=\s*[1-9][\d\s-]{3,}$)/;
/** A spreadsheet's number with a fraction of nothing: its digits are the whole part. */
const wholeNumber = /^\s*(\+?(?:\d{4,}|\d{1,3}(?:\s\d{3}){2,}))[.,]0+\s*$/;
/** Any other fraction: without the dot it would be another number. What follows the few digits of a code is no fraction. */
const fraction = /^\s*\+?(?:\d{4,}[.,]\d|(?:\d{7,}|\d{1,3}(?:\s\d{3}){2,})[.,]\d\d|\d{9,}[.,]\d+)\s*$/;
/** An international prefix of three digits before the longest number. */
const MOST_DIGITS = 18;

/**
 * A phone as people write it (`+998 90 111-22-01`, `(650) 253-0000`, `tel:+1-201-555-0123;ext=4`), in digits with or
 * without a `+`; `4930123456.0`, as tables of numbers write it, without its fraction. Null where it is not surely one:
 * letters, several phones in a cell, a fraction that is something.
 */
export function cleanPhone(text: string): string | null {
  if (text.length > longestText) return text.trim().length > longestText ? null : cleanPhone(text.trim());
  const number = plainOf(text).replace(extension, '').replace(wholeNumber, '$1');
  if (fraction.test(number)) return null;
  const digits = number.replace(areaSlash, '$1').replaceAll(punctuation, '');
  return /^\+?\d+$/.test(digits) && digits.length <= MOST_DIGITS ? digits : null;
}

/**
 * Whether a phone is written as it is dialled at home: its area code comes first, in brackets, or a trunk digit that stands
 * alone and is no calling code. In digits alone, `(495) 123-45-67` and `8 (495) 123-45-67` might be numbers of Germany and
 * Vietnam.
 */
export function isWrittenAsDialled(text: string): boolean {
  const [, before = '', first = ''] = /^([^\d+]*)(\d+)/.exec(plainOf(text)) ?? [];
  return /[([]/.test(before) || /^[02-689]$/.test(first);
}
