import { fewMarks } from '@numscope/contracts/few-marks';

/** One value of a compared field. */
export interface ComparedValue {
  /** Equal for values that are the same: case, punctuation and blanks make no difference. */
  text: string;
}

const plain = (text: string): string =>
  fewMarks(text)
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

/** Tells of a value of one of the sides whether another side has it too. Each value is looked at once, however many there are. */
export function sharing(sides: readonly (readonly ComparedValue[])[]): (value: ComparedValue) => boolean {
  const had = new Map<string, number>();
  for (const side of sides) for (const key of keysOf(side)) had.set(key, (had.get(key) ?? 0) + 1);
  return ({ text }) => (had.get(plain(text)) ?? 0) > 1;
}
