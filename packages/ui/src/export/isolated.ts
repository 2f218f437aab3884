import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';

/** A letter that is written from right to left, or what such letters stand among. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0700-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const BEGIN = '\u2068';
const END = '\u2069';

/**
 * A text of others for a line on which something else stands: the number beside a Hebrew name is not turned round by it.
 * What is written from left to right stays as it is, but for marks of direction of its own.
 */
export function isolated(text: string): string {
  const plain = withoutDirectionMarks(text);
  return rightToLeft.test(plain) ? `${BEGIN}${plain}${END}` : plain;
}
