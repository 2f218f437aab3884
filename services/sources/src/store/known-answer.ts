import type { Observation, ObservationAsIs } from '@numscope/contracts';
import { parseExactJson } from '../domain/json/exact-json.ts';
import type { KnownAnswer, NewObservation } from './source-store.port.ts';

/** An answer without what it was read from and asked for; `fields` as JSON. */
export type KeptAnswer = Pick<
  NewObservation,
  'id' | 'source' | 'account' | 'at' | 'observedAt' | 'status' | 'message' | 'fields'
>;

/** Its fields were checked when the source answered. */
export const answerOf = (
  phone: string,
  { id, source, account, at, observedAt, status, message, fields }: KeptAnswer,
): KnownAnswer['observation'] => ({
  id,
  phone,
  source,
  account,
  at,
  // What was kept by a version before has none.
  ...(typeof observedAt === 'number' ? { observedAt } : {}),
  status,
  ...(message === null ? {} : { message }),
  fields: fields === null ? null : (JSON.parse(fields) as Observation['fields']),
});

/** An answer as it came, as far as it is given. */
export type KeptAsIs = Omit<ObservationAsIs, 'trust'>;

/** @param raw - as JSON; null: it has none, or it is left out with so many bytes */
export const asIs = (answer: KnownAnswer['observation'], raw: string | null, rawLeftOut: number | null): KeptAsIs => ({
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
