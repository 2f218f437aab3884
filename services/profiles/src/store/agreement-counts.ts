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

export const sumOfCounts = (all: readonly Counts[]): Counts =>
  all.reduce<Counts>(
    (sum, { agreed, contradicted }) => ({
      agreed: sum.agreed + agreed,
      contradicted: sum.contradicted + contradicted,
    }),
    { agreed: 0, contradicted: 0 },
  );

/** Sums counts of countries and moments by each of the two. */
export const agreementCounts = (
  rows: ReadonlyArray<Counts & { country: string; at: number }>,
  ever: Counts,
): AgreementCounts => ({
  ever,
  countries: [...Map.groupBy(rows, ({ country }) => country)].map(([country, all]) => ({
    country,
    ...sumOfCounts(all),
  })),
  times: [...Map.groupBy(rows, ({ at }) => at)]
    .map(([at, all]) => ({ at, ...sumOfCounts(all) }))
    .sort((a, b) => a.at - b.at),
});
