/** A value of a source's text where a number belongs; undefined: none stands there. */
export type NumberText = number | string | undefined;

/** What is typed, as it goes into the text. */
export const numberOf = (typed: string): NumberText =>
  typed === '' ? undefined : /^\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;

/**
 * What the field shows of a value: what was typed, as long as that is the value. `0.0` is the number 0, and becomes 0.05
 * by one key more only where it goes on standing there.
 */
export const shownNumber = (typed: string, value: NumberText): string =>
  numberOf(typed) === value ? typed : String(value ?? '');
