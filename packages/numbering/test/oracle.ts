import { readFileSync } from 'node:fs';
import { describePhone, readPhone } from '../src/index.ts';

/**
 * Google's answer: `[e164, region, line type, place, carrier, time zones, international, national]`; null where the
 * number is not valid.
 */
export type OracleAnswer = [string, string, string, string | null, string | null, string[], string, string];

/** What E.164 has no room for: Google allows a few such numbers, and we none. */
const isTooLong = (e164: string): boolean => e164.length > '+'.length + 15;

/** The committed oracle, or another that `scripts/build-oracle.py` wrote. */
export type Oracle = {
  source: string;
  international: [text: string, answer: OracleAnswer | null][];
  dialled: [text: string, region: string, answer: [e164: string, region: string] | null][];
};

type FileAnswer = [string, string, string, string | null, string | null, zones: number, string, string];

/** Time zones stand once in the file, and rows point at them. */
type OracleFile = Omit<Oracle, 'international'> & {
  timeZones: string[][];
  international: [text: string, answer: FileAnswer | null][];
};

/** Reads an oracle, puts the time zones into its rows and takes what is longer than E.164 allows for not valid. */
export function readOracle(file: string | URL = new URL('oracle.data.json', import.meta.url)): Oracle {
  const read: OracleFile = JSON.parse(readFileSync(file, 'utf8'));
  const international = read.international.map(([text, answer]): Oracle['international'][number] => [
    text,
    answer && !isTooLong(answer[0]) ? withZones(answer, read.timeZones) : null,
  ]);
  const dialled = read.dialled.map(([text, region, answer]): Oracle['dialled'][number] => [
    text,
    region,
    answer && !isTooLong(answer[0]) ? answer : null,
  ]);
  return { source: read.source, international, dialled };
}

function withZones(
  [e164, country, lineType, place, carrier, zones, international, national]: FileAnswer,
  zoneLists: string[][],
): OracleAnswer {
  return [e164, country, lineType, place, carrier, zoneLists[zones] ?? [], international, national];
}

/** Our answer in the oracle's form. */
export function ourAnswer(text: string): OracleAnswer | null {
  const read = readPhone(text);
  const entry = describePhone(text);
  if (read === null || entry === null) return null;
  const { lineType, region, carrier, timeZones, international, national } = entry;
  return [read.e164, read.country, lineType ?? '', region, carrier, timeZones, international, national];
}

/** Our reading of what somebody in a region typed, in the oracle's form. */
export function ourReading(text: string, region: string): [string, string] | null {
  const read = readPhone(text, region);
  return read === null ? null : [read.e164, read.country];
}
