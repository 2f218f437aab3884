import { AnswerStatus, type Observation, SourceFields } from '@numscope/contracts';
import * as z from 'zod';

const Row = z.object({
  id: z.string(),
  phone: z.string(),
  source: z.string(),
  account: z.string().nullable(),
  at: z.number(),
  status: AnswerStatus,
  message: z.string().nullable(),
  fields: z.string().nullable(),
});

/** A row as an observation, without what is kept elsewhere. */
export function readObservation(row: unknown): Omit<Observation, 'raw' | 'trust' | 'cached'> {
  const { message, fields, ...rest } = Row.parse(row);
  return { ...rest, ...(message === null ? {} : { message }), fields: fields === null ? null : SourceFields.parse(JSON.parse(fields)) };
}
