import type { AgreementCounts } from '@numscope/contracts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** As long as the hours of what sources were asked are kept. */
const HOURS_KEPT_MS = 31 * DAY_MS;

/** Hours before this moment are dropped; their days stay. */
export const oldestHour = (now: number): number => Math.floor((now - HOURS_KEPT_MS) / HOUR_MS) * HOUR_MS;

interface Counts {
  agreed: number;
  contradicted: number;
}

/** Sums counts of countries and moments by each of the two. */
export function agreementCounts(
  rows: ReadonlyArray<Counts & { country: string; at: number }>,
  ever: Counts,
): AgreementCounts {
  const sumsBy = <K>(keyOf: (row: { country: string; at: number }) => K): Array<[K, Counts]> => {
    const sums = new Map<K, Counts>();
    for (const row of rows) {
      const sum = sums.get(keyOf(row)) ?? { agreed: 0, contradicted: 0 };
      sums.set(keyOf(row), {
        agreed: sum.agreed + row.agreed,
        contradicted: sum.contradicted + row.contradicted,
      });
    }
    return [...sums];
  };
  return {
    ever,
    countries: sumsBy(({ country }) => country).map(([country, counts]) => ({ country, ...counts })),
    times: sumsBy(({ at }) => at)
      .map(([at, counts]) => ({ at, ...counts }))
      .sort((a, b) => a.at - b.at),
  };
}
