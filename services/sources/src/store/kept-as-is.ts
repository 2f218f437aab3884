import type { Observation, ObservationAsIs } from '@numscope/contracts';
import { parseExactJson } from '../domain/json/exact-json.ts';

/** An answer as it came, as far as it is given. */
export type KeptAsIs = Omit<ObservationAsIs, 'trust'>;

/** @param raw - as JSON; null: it has none, or it is left out with so many bytes */
export const asIs = (
  answer: Omit<Observation, 'raw' | 'trust' | 'cached'>,
  raw: string | null,
  rawLeftOut: number | null,
): KeptAsIs => ({
  ...answer,
  cached: false,
  ...(raw === null ? {} : { raw: parseExactJson(raw) }),
  ...(rawLeftOut === null ? {} : { rawLeftOut }),
});

/** Answers in the order that they came, of which the oldest tells how many there are before it. */
export const oldestFirst = (newestFirst: readonly KeptAsIs[], olderLeftOut: number): KeptAsIs[] =>
  newestFirst
    .toReversed()
    .map((answer, place) => (place === 0 && olderLeftOut > 0 ? { ...answer, olderLeftOut } : answer));
