/** One value of a compared field. */
export interface ComparedValue {
  /** By what two values are the same: letters' case, punctuation and blanks make no difference. */
  text: string;
}

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim() || text;

const keysOf = (values: readonly ComparedValue[]): Set<string> => new Set(values.map(({ text }) => plain(text)));

/** Whether not all sides have the same values, in whatever order. That one side has none is a difference. */
export function differ(sides: readonly (readonly ComparedValue[])[]): boolean {
  const [first = new Set<string>(), ...others] = sides.map(keysOf);
  return others.some((other) => other.size !== first.size || [...other].some((key) => !first.has(key)));
}

/** Whether another side than `own` has this value too. */
export function isShared(
  value: ComparedValue,
  sides: readonly (readonly ComparedValue[])[],
  own: readonly ComparedValue[],
): boolean {
  const key = plain(value.text);
  return sides.some((side) => side !== own && keysOf(side).has(key));
}
