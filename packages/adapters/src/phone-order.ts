/**
 * Phones as whole numbers in the order of their texts: each E.164 number of up to 15 digits has its place in the tree
 * of all digit strings, read from the root. So a row's id tells its phone, rows lie in order of phones, and the index
 * needs no list of phones. All ids are below 1e15, exact in a double.
 */
const MAX_DIGITS = 15;

/** How many strings begin with a given string of n digits, itself included; index n. */
const subtree = Array.from({ length: MAX_DIGITS + 1 }, (_none, digits) => (10 ** (MAX_DIGITS - digits + 1) - 1) / 9);

const shape = /^\+[1-9]\d{0,14}$/;

/**
 * @param phone E.164 with its plus sign
 * @throws Error for anything else
 */
export function idOfPhone(phone: string): number {
  if (!shape.test(phone)) throw new Error(`not an E.164 phone: ${phone}`);
  let id = 0;
  for (let digits = 1; digits < phone.length; digits++) {
    const digit = phone.charCodeAt(digits) - 48;
    id += 1 + (digits === 1 ? digit - 1 : digit) * (subtree[digits] ?? 0);
  }
  return id;
}

/** The reverse of `idOfPhone`. */
export function phoneOfId(id: number): string {
  let phone = '+';
  let rest = id;
  for (let digits = 1; rest > 0; digits++) {
    const step = subtree[digits] ?? 1;
    const digit = Math.floor((rest - 1) / step);
    phone += String(digits === 1 ? digit + 1 : digit);
    rest -= 1 + digit * step;
  }
  return phone;
}
