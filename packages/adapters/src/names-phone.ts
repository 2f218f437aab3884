/** No number has fewer digits; what has may be a part of an id, or a count. */
const FEWEST_DIGITS = 7;

/** Whether JSON names a number: with its plus sign, or alone in a text or as a number. A short one only with its plus sign. */
export function namesPhone(text: string, phone: string): boolean {
  const digits = phone.slice(1);
  return new RegExp(`${digits.length < FEWEST_DIGITS ? '\\+' : '(?<!\\d)'}${digits}(?!\\d)`).test(text);
}
