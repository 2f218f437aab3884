import { numberingData } from './numbering-data.ts';
import { longestPrefixName, unpackPrefixTable } from './prefix-table.ts';
import type { PrefixTable } from './prefix-table.ts';

type Subject = 'places' | 'carriers' | 'timeZones';

// Tables are unpacked when a number of their calling code first comes by: an installation rarely meets all 200.
const unpacked: Record<Subject, Map<number, PrefixTable | null>> = {
  places: new Map(),
  carriers: new Map(),
  timeZones: new Map(),
};

/** What the number's beginning says about a subject, in English; null where it says nothing. */
export function prefixName(subject: Subject, code: number, national: string): string | null {
  const table = tableOf(subject, code);
  return (table && longestPrefixName(table, national)) || null;
}

function tableOf(subject: Subject, code: number): PrefixTable | null {
  const known = unpacked[subject].get(code);
  if (known !== undefined) return known;
  const data = numberingData()[subject][code];
  const table = data === undefined ? null : unpackPrefixTable(data);
  unpacked[subject].set(code, table);
  return table;
}
