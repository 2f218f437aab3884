import type { PrefixTableData } from './numbering-data.ts';

/** Names by the beginning of a national significant number, within one calling code. */
export type PrefixTable = {
  names: string[];
  /** Longest prefixes first. `prefixes` is sorted; `nameIndexes` stands beside it. */
  levels: { length: number; prefixes: Uint32Array; nameIndexes: Uint16Array }[];
};

/** Unpacks a table; China's, the largest, has 130,000 prefixes and takes a few milliseconds. */
export function unpackPrefixTable(data: PrefixTableData): PrefixTable {
  const levels = Object.entries(data.prefixes).map(([length, words]) => ({ length: Number(length), ...unpackLevel(words) }));
  return { names: data.names.split('|'), levels: levels.sort((a, b) => b.length - a.length) };
}

/** The name of the longest prefix that the number begins with; null if there is none. */
export function longestPrefixName(table: PrefixTable, national: string): string | null {
  for (const { length, prefixes, nameIndexes } of table.levels) {
    if (length > national.length) continue;
    const at = indexOfSorted(prefixes, length === 0 ? 0 : Number(national.slice(0, length)));
    const nameIndex = at === -1 ? undefined : nameIndexes[at];
    if (nameIndex !== undefined) return table.names[nameIndex] ?? null;
  }
  return null;
}

/** Words are `step.name` or, where the step is 1, `name`, in base 36 (see scripts/build-data.py). */
function unpackLevel(text: string): { prefixes: Uint32Array; nameIndexes: Uint16Array } {
  const words = text.split(' ');
  const prefixes = new Uint32Array(words.length);
  const nameIndexes = new Uint16Array(words.length);
  let prefix = -1;
  for (const [index, word] of words.entries()) {
    const dot = word.indexOf('.');
    prefix += dot === -1 ? 1 : Number.parseInt(word.slice(0, dot), 36);
    prefixes[index] = prefix;
    nameIndexes[index] = Number.parseInt(word.slice(dot + 1), 36);
  }
  return { prefixes, nameIndexes };
}

function indexOfSorted(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
