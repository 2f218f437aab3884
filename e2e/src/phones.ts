const FIRST = 998_901_000_000;

/** Valid Uzbek mobile numbers without the plus, one after the other: at most 8,999,999 of them. */
export const phoneAt = (index: number): string => String(FIRST + index);

/** A phones file: `count` numbers, one a line. */
export function phonesFile(count: number, from = 0): string {
  const lines: string[] = [];
  for (let index = from; index < from + count; index++) lines.push(phoneAt(index));
  return `${lines.join('\n')}\n`;
}
