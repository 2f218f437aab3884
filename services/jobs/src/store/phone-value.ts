/**
 * A phone as the table keeps it: the number its digits are, or `#` and its text. Numbers come before texts, in both
 * orders.
 */
export type PhoneValue = number | string;

/** Before and after every phone. */
export const LOWEST: PhoneValue = -1;
export const HIGHEST: PhoneValue = '~';

/** Of 15 digits: no number of E.164 has more, and so none that is valid. */
export const LONGEST_NUMBER = 999_999_999_999_999;

/** Where a phone of an event stands; null for what no job can hold. */
export const valueOf = (phone: string): PhoneValue => Number(phone.slice(1));

export const textValue = (text: string): PhoneValue => `#${text}`;

/** As callers see it. What is not valid is shown as it was written. */
export function shownPhone(value: PhoneValue, valid: boolean): string {
  if (typeof value === 'string') return value.slice(1);
  return valid ? `+${value}` : String(value);
}

/** The first phone that may come behind this one. */
export const firstBehind = (phone: PhoneValue): PhoneValue =>
  typeof phone === 'number' ? phone + 1 : `${phone}\u0000`;

/** Whether `a` comes before `b` in the table's order. */
export function before(a: PhoneValue, b: PhoneValue): boolean {
  if (typeof a === typeof b) return a < b;
  return typeof a === 'number';
}

/** Where a phone belongs among parts or blocks in order. */
export function placeOf<T extends { first: PhoneValue }>(places: readonly T[], phone: PhoneValue): T | undefined {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const first = places[middle]?.first;
    if (first !== undefined && before(phone, first)) high = middle - 1;
    else low = middle;
  }
  return places[low];
}
