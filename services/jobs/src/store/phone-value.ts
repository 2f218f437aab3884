/** A phone as the table keeps it: the number its digits are, or `#` and its text. Numbers come before texts, in both orders. */
export type PhoneValue = number | string;

/** Before and after every phone. */
export const LOWEST: PhoneValue = -1;
export const HIGHEST: PhoneValue = '~';

/** Where a phone of an event stands; null for what no job can hold. */
export const valueOf = (phone: string): PhoneValue => Number(phone.slice(1));

export const textValue = (text: string): PhoneValue => `#${text}`;

/** As callers see it. What is not valid is shown as it was written. */
export function shownPhone(value: PhoneValue, valid: boolean): string {
  if (typeof value === 'string') return value.slice(1);
  return valid ? `+${value}` : String(value);
}

/** Whether `a` comes before `b` in the table's order. */
export function before(a: PhoneValue, b: PhoneValue): boolean {
  if (typeof a === typeof b) return a < b;
  return typeof a === 'number';
}
