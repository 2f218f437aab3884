import type { AnswerStatus, AskingCounts } from '@numscope/contracts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long hours are kept; their days stay. */
const HOURS_KEPT_MS = 31 * DAY_MS;
/** How long it is known which requests were counted: as long as one may come again. */
const REQUESTS_KEPT_MS = 8 * DAY_MS;
const MICROS = 1_000_000;

export const spans = { HOUR: HOUR_MS, DAY: DAY_MS } as const;
export type Span = keyof typeof spans;

/** How often it is looked for what is dropped. */
export const TIDIED_EVERY_MS = HOUR_MS;
/** The moments before which hours, and the names of counted requests, are dropped. */
export const oldestKept = (now: number): { hour: number; request: number } => ({
  hour: Math.floor((now - HOURS_KEPT_MS) / HOUR_MS) * HOUR_MS,
  request: now - REQUESTS_KEPT_MS,
});

/** Whole numbers, so that a sum of a million is exact; `micros` are millionths of the currency. */
export interface Counts {
  found: number;
  nothing: number;
  failed: number;
  fresh: number;
  micros: number;
}
export const countNames = ['found', 'nothing', 'failed', 'fresh', 'micros'] as const satisfies Array<keyof Counts>;

export interface CountRow extends Counts {
  source: string;
  country: string;
  span: Span;
  at: number;
}

interface Answered extends Omit<LostCost, 'cost'> {
  status: AnswerStatus;
  cost: number | null;
}

/** What tries of a call cost, a number's part of it, of which no answer came: there is no observation to keep it with. */
export interface LostCost {
  source: string;
  country: string;
  at: number;
  cost: number;
}

/** How many kept answers of a source were used again for the numbers of one request; a repeat of it counts once. */
export interface ReusedCount {
  request: string;
  at: number;
  counts: Array<{ source: string; country: string; fresh: number }>;
}

const noCounts = (): Counts => ({ found: 0, nothing: 0, failed: 0, fresh: 0, micros: 0 });

function addCounts(to: Counts, more: Readonly<Counts>): void {
  for (const name of countNames) to[name] += more[name];
}

const countOf = { FOUND: 'found', NOT_FOUND: 'nothing', FAILED: 'failed' } as const;

const microsOf = (cost: number): number => Math.round(cost * MICROS);

/** What answers, used-again answers and tries without one add to the hours and days of their sources and countries. */
export function countRows(
  answers: readonly Answered[],
  reused: readonly ReusedCount[],
  lost: readonly LostCost[],
): CountRow[] {
  const rows = new Map<string, CountRow>();
  const add = (source: string, country: string, moment: number, counts: Counts): void => {
    for (const span of ['HOUR', 'DAY'] as const) {
      const at = Math.floor(moment / spans[span]) * spans[span];
      const key = JSON.stringify([source, span, at, country]);
      const row = rows.get(key) ?? { source, country, span, at, ...noCounts() };
      addCounts(row, counts);
      rows.set(key, row);
    }
  };
  for (const { source, country, at, status, cost } of answers)
    add(source, country, at, { ...noCounts(), [countOf[status]]: 1, micros: microsOf(cost ?? 0) });
  for (const { at, counts } of reused)
    for (const { source, country, fresh } of counts) add(source, country, at, { ...noCounts(), fresh });
  for (const { source, country, at, cost } of lost) add(source, country, at, { ...noCounts(), micros: microsOf(cost) });
  return [...rows.values()];
}

const shown = ({ found, nothing, failed, fresh, micros }: Counts) => ({
  asked: found + nothing + failed,
  found,
  nothing,
  failed,
  fresh,
  cost: micros / MICROS,
});

/** Sums rows of one span; those of `ever` are the days since the beginning. */
export function askingCounts(
  rows: ReadonlyArray<Counts & { country: string; at: number }>,
  ever: readonly Counts[],
): Omit<AskingCounts, 'known' | 'photos'> {
  const all = noCounts();
  for (const row of ever) addCounts(all, row);
  const sums = <K extends string | number>(keyOf: (row: { country: string; at: number }) => K): Array<[K, Counts]> => {
    const byKey = new Map<K, Counts>();
    for (const row of rows) {
      const key = keyOf(row);
      const sum = byKey.get(key) ?? noCounts();
      addCounts(sum, row);
      byKey.set(key, sum);
    }
    return [...byKey];
  };
  return {
    ever: shown(all),
    countries: sums(({ country }) => country).map(([country, counts]) => ({ country, ...shown(counts) })),
    times: sums(({ at }) => at)
      .sort(([a], [b]) => a - b)
      .map(([at, counts]) => ({ at, ...shown(counts) })),
  };
}
