const FIRST = 998_901_000_000;

/** Valid Uzbek mobile numbers without the plus, one after the other: at most 8,999,999 of them. */
export const phoneAt = (index: number): string => String(FIRST + index);

const fileOf = (count: number, from: number, at: (index: number) => string): string => {
  const lines: string[] = [];
  for (let index = from; index < from + count; index++) lines.push(at(index));
  return `${lines.join('\n')}\n`;
};

/** A phones file: `count` numbers, one a line. */
export const phonesFile = (count: number, from = 0): string => fileOf(count, from, phoneAt);

/** How mobile numbers of eight countries begin, and how many digits follow; all of them are valid by the numbering plan. */
const MOBILE = [
  ['99890', 7],
  ['7916', 7],
  ['491511', 7],
  ['447400', 6],
  ['33612', 6],
  ['34612', 6],
  ['551197', 7],
  ['90532', 7],
] as const;

/** Odd and no multiple of five: its multiples meet each number below a power of ten once, far from one another. */
const STEP = 7_654_321;

/** Valid mobile numbers of eight countries in an order that jumps about, without the plus: 8,000,000 different ones. */
export function mixedPhoneAt(index: number): string {
  const [prefix, digits] = MOBILE[index % MOBILE.length] ?? MOBILE[0];
  const within = (Math.floor(index / MOBILE.length) * STEP) % 10 ** digits;
  return `${prefix}${String(within).padStart(digits, '0')}`;
}

/** A phones file of numbers of eight countries, as a file of real customers has them. */
export const mixedPhonesFile = (count: number, from = 0): string => fileOf(count, from, mixedPhoneAt);
