import {
  type AgreementCounts,
  apiError,
  type AskingCounts,
  calls,
  type SourceStatistics,
  type StatisticsRange,
} from '@numscope/contracts';
import type { ProfilesDeps } from '../deps.ts';
import { sumOfCounts } from '../store/agreement-counts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer ranges are told in days. */
const HOURS_UP_TO_MS = 7 * DAY_MS;
const HOURS_KEPT_MS = 30 * DAY_MS;
/** The longest range of one answer. */
const LONGEST_MS = 1100 * DAY_MS;

type Asking = AskingCounts['ever'];
type Agreement = AgreementCounts['ever'];

const notAsked: Asking = { asked: 0, found: 0, nothing: 0, failed: 0, fresh: 0, cost: 0 };
const alone = sumOfCounts([]);

const figures = <Counts extends Asking & Agreement>(counts: Counts) => ({
  ...counts,
  costOfUseful: counts.found > 0 ? counts.cost / counts.found : null,
});

function sum(all: readonly Asking[]): Asking {
  const total = { ...notAsked };
  for (const each of all) for (const kind of Object.keys(notAsked) as Array<keyof Asking>) total[kind] += each[kind];
  return total;
}

/** The range that is told for the one that was asked for: whole hours of the last month, else whole days. */
function rangeOf(from: number | undefined, to: number | undefined, now: number): StatisticsRange {
  const end = to ?? now;
  const start = from ?? Math.max(0, end - DAY_MS);
  const details = { from: start, to: end };
  if (start >= end) throw apiError('INVALID', { status: 422, details, message: 'from must be before to' });
  if (end - start > LONGEST_MS)
    throw apiError('INVALID', { status: 422, details, message: 'at most three years at once' });
  const span = end - start <= HOURS_UP_TO_MS && start >= now - HOURS_KEPT_MS ? 'HOUR' : 'DAY';
  const ms = span === 'HOUR' ? HOUR_MS : DAY_MS;
  return { from: Math.floor(start / ms) * ms, to: Math.ceil(end / ms) * ms, span };
}

/** The figures of rows of both kinds, matched by what they are of. */
function joined<T extends object>(
  asking: ReadonlyArray<Asking & T>,
  agreement: ReadonlyArray<Agreement & T>,
  keyOf: (row: T) => string | number,
) {
  const rows = new Map<string | number, Asking & Agreement & T>();
  for (const row of asking) rows.set(keyOf(row), { ...alone, ...row });
  for (const row of agreement) rows.set(keyOf(row), { ...notAsked, ...rows.get(keyOf(row)), ...row });
  return [...rows.values()].map(figures);
}

/**
 * What a source is worth: what it was asked, as sources counts it, and how it stands in the profiles.
 * @throws ApiError NOT_FOUND for a name that is no source, INVALID for a range that is none
 */
export async function sourceStatistics(
  { client, store, kit }: ProfilesDeps,
  source: string,
  { from, to, requestId }: { from?: number | undefined; to?: number | undefined; requestId: string },
): Promise<SourceStatistics> {
  const range = rangeOf(from, to, kit.clock.now());
  const [asked, agreed] = await Promise.all([
    client.call(calls.askingCounts, { query: { source, ...range }, requestId }),
    store.agreement(source, range),
  ]);
  if (!asked.known && asked.ever.asked + asked.ever.fresh === 0) throw apiError('NOT_FOUND', { details: { source } });
  return {
    source,
    ...range,
    photos: asked.photos,
    total: figures({ ...sum(asked.times), ...sumOfCounts(agreed.times) }),
    ever: figures({ ...asked.ever, ...agreed.ever }),
    countries: joined<{ country: string }>(asked.countries, agreed.countries, ({ country }) => country).sort(
      (a, b) => b.asked - a.asked || (a.country < b.country ? -1 : 1),
    ),
    times: joined<{ at: number }>(asked.times, agreed.times, ({ at }) => at).sort((a, b) => a.at - b.at),
  };
}
