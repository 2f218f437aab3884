import type { Observation } from '@numscope/contracts';
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
