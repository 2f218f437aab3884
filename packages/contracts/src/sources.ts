import * as z from 'zod';
import { E164, PhoneParam, Timestamp } from './common.ts';
import { boundSourceStates, connectorKinds, faultKinds } from './lists.ts';
import { AnswerStatus } from './vocabulary.ts';

/** How a source stands: of its breaker, its operator and its quota. */
export const SourceState = z.enum([...boundSourceStates, 'NOT_CONFIGURED']);
export type SourceState = z.infer<typeof SourceState>;

/** Limits: 0 means no limit. Times in milliseconds, `cost` for one call, `trust` 0 to 1. Never a secret. */
export const SourceInfo = z.object({
  name: z.string(),
  configured: z.boolean(),
  connector: z.enum(connectorKinds).nullable(),
  state: SourceState,
  pausedBy: z.string().nullable(),
  /** Why it was stopped by itself: REFUSED, or PAUSED because its answers could not be used. */
  cause: z.string().nullable(),
  /** JSON of one of those answers, cut off after some thousand characters. */
  keptAnswer: z.string().nullable(),
  /** From when on it allows calls again, where its quota is used up. */
  resumesAt: Timestamp.nullable(),
  /** Who ended the waiting for that: what it is to be asked fails until then. */
  waitingEndedBy: z.string().nullable(),
  quota: z
    .object({ perDay: z.number(), used: z.number(), left: z.number().nullable(), resetsAt: Timestamp })
    .nullable(),
  accounts: z.array(
    z.object({
      name: z.string(),
      perMinute: z.number(),
      perDay: z.number(),
      perMonth: z.number(),
      used: z.number(),
    }),
  ),
  lastHour: z.object({
    asked: z.number(),
    found: z.number(),
    nothing: z.number(),
    failed: z.number(),
    averageMs: z.number().nullable(),
  }),
  limits: z
    .object({
      concurrency: z.number(),
      perSecond: z.number(),
      perMinute: z.number(),
      perDay: z.number(),
      perMonth: z.number(),
    })
    .nullable(),
  freshForDays: z.number().nullable(),
  cost: z.number().nullable(),
  trust: z.number().nullable(),
  lastError: z.object({ at: Timestamp, message: z.string(), kind: z.enum(faultKinds).nullable() }).nullable(),
});
export type SourceInfo = z.infer<typeof SourceInfo>;

/** Asks the source for one number now and tells what came back, mapped; nothing of it is kept. */
export const SourceTestRequest = z.object({ phone: PhoneParam.optional() });
export const SourceTestAnswer = z.object({
  ok: z.boolean(),
  status: AnswerStatus,
  ms: z.number(),
  message: z.string().nullable(),
  /** What kind of trouble it met; null where it met none. */
  kind: z.enum(faultKinds).nullable(),
  fields: z.record(z.string(), z.unknown()).nullable(),
});

/** Between jobs and sources only: until when what is to be asked of a source waits, and what is left of its quota. */
export const SourceStanding = z.object({
  source: z.string(),
  waitsUntil: Timestamp.nullable(),
  left: z.number().nullable(),
});

/** Between jobs and sources only: what a job's phones would cost. */
export const PlanRequest = z.object({ phones: z.array(E164).max(10_000) });
export const PlanAnswer = z.object({
  sources: z.array(
    z.object({
      source: z.string(),
      fresh: z.number().int(),
      calls: z.number().int(),
      quotaLeft: z.number().nullable(),
      cost: z.number(),
      perSecond: z.number().nullable(),
      pausedBy: z.string().nullable().default(null),
      resumesAt: Timestamp.nullable().default(null),
    }),
  ),
  /** Phones for which every source has a fresh answer. */
  allFresh: z.number().int(),
});
