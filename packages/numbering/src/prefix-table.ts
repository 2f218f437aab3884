import type { PrefixTableData } from './numbering-data.ts';

/** Names by the beginning of a national significant number, within one calling code. */
export type PrefixTable = {
  names: string[];
  /** Longest prefixes first. `prefixes` is sorted; `nameIndexes` stands beside it. */
  levels: { length: number; prefixes: Uint32Array; nameIndexes: Uint16Array }[];
};

const [space, dot, digit0, letterA] = [32, 46, 48, 97];

/** Unpacks a table; China's, the largest, has 130,000 prefixes and takes a few milliseconds. */
export function unpackPrefixTable(data: PrefixTableData): PrefixTable {
  const levels = Object.entries(data.prefixes).map(([length, words]) => ({
    length: Number(length),
    ...unpackLevel(words),
  }));
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

/**
 * Words are `step.name` or, where the step is 1, `name`, in base 36 (see scripts/build-data.py). They are read
 * character by character: China's splits into more strings than everything else of this package holds.
 */
function unpackLevel(text: string): { prefixes: Uint32Array; nameIndexes: Uint16Array } {
  const count = countOf(text, ' ') + 1;
  const prefixes = new Uint32Array(count);
  const nameIndexes = new Uint16Array(count);
  let prefix = -1;
  let step = 1;
  let number = 0;
  let index = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? space : text.charCodeAt(at);
    if (code === dot) {
      step = number;
      number = 0;
    } else if (code === space) {
      prefix += step;
      prefixes[index] = prefix;
      nameIndexes[index] = number;
      index += 1;
      step = 1;
      number = 0;
    } else number = number * 36 + code - (code < letterA ? digit0 : letterA - 10);
  }
  return { prefixes, nameIndexes };
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
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
