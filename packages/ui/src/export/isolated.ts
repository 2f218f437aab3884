import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';

/** A character of the blocks whose scripts are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0700-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * Isolates text that others wrote from what stands beside it on a line, so that a Hebrew name does not reorder the number
 * behind it. Text written from left to right only loses direction marks of its own.
 */
export function isolated(text: string): string {
  const plain = withoutDirectionMarks(text);
  return rightToLeft.test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP_DIRECTIONAL_ISOLATE}` : plain;
}
