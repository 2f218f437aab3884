import { column } from '@numscope/adapters/sqlite';
import type { Observation } from '@numscope/contracts';
import { answerStatuses } from '@numscope/contracts/lists';

/** A row as an observation, without what is kept elsewhere. Its fields were checked when the source answered. */
export function readObservation(row: Readonly<Record<string, unknown>>): Omit<Observation, 'raw' | 'trust' | 'cached'> {
  const message = column.textOrNull(row, 'message');
  const fields = column.textOrNull(row, 'fields');
  const observedAt = column.numberOrNull(row, 'observed_at');
  return {
    id: column.text(row, 'id'),
    phone: column.text(row, 'phone'),
    source: column.text(row, 'source'),
    account: column.textOrNull(row, 'account'),
    at: column.number(row, 'at'),
    ...(observedAt === null ? {} : { observedAt }),
    status: column.oneOf(row, 'status', answerStatuses),
    ...(message === null ? {} : { message }),
    fields: fields === null ? null : (JSON.parse(fields) as Observation['fields']),
  };
}
