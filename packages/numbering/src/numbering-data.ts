import { readFileSync } from 'node:fs';

/** `[pattern, possible lengths]` of one line type. */
export type LineTypeData = [pattern: string, lengths: number[]];

/**
 * `[pattern, leading digits or '', international format, national format where it differs]`; `$n` is the n-th group.
 */
export type FormatData = [pattern: string, leading: string, international: string, national?: string];

/** One region's numbering plan as Google publishes it; a non-geographic one (+800) has the region `001`. */
export type PlanData = {
  region: string;
  code: number;
  pattern: string;
  lengths: number[];
  localLengths: number[];
  types: Record<string, LineTypeData>;
  sameFixedAndMobile?: boolean;
  idd?: string;
  prefix?: string;
  transform?: string;
  leading?: string;
  formats?: FormatData[];
  internationalFormats?: FormatData[];
};

/** Names by number prefix within one calling code; how they are packed is told in `scripts/build-data.py`. */
export type PrefixTableData = { names: string; prefixes: Record<string, string> };

/** What `scripts/build-data.py` writes. */
export type NumberingData = {
  source: string;
  callingCodes: Record<string, string[]>;
  geographicMobile: number[];
  mobileTokens: Record<string, string>;
  plans: Record<string, PlanData>;
  places: Record<string, PrefixTableData>;
  carriers: Record<string, PrefixTableData>;
  timeZones: Record<string, PrefixTableData>;
};

let loaded: NumberingData | undefined;

/** The data file, read at the first use and kept: a process that judges no numbers pays nothing for it. */
export function numberingData(): NumberingData {
  if (loaded === undefined) {
    const read: NumberingData = JSON.parse(
      readFileSync(new URL('../data/numbering.data.json', import.meta.url), 'utf8'),
    );
    loaded = read;
  }
  return loaded;
}
