import * as z from 'zod';
import { E164, PhoneParam, Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { sourceStates, connectorKinds, faultKinds } from '../lists.ts';
import { AnswerStatus } from '../schemas/vocabulary.ts';

/** How a source stands: of its breaker, its operator and its quota. */
export const SourceState = z.enum(sourceStates);
export type SourceState = z.infer<typeof SourceState>;

/** Fields of a profile that other sources must have found first: it is asked with the first value of each. */
const neededFields = z.array(z.string()).default([]);

/** Limits: 0 means no limit. Times in milliseconds, `cost` for one call, `trust` 0 to 1. Never a secret. */
export const SourceInfo = z.object({
  name: z.string(),
  configured: z.boolean(),
  connector: z.enum(connectorKinds).nullable(),
  needs: neededFields,
  state: SourceState,
  pausedBy: z.string().nullable(),
  /** Why it was stopped by itself: REFUSED, or PAUSED because its answers could not be used. */
  cause: z.string().nullable(),
  /** How one of those answers is built, its values masked, cut off after some thousand characters. */
  keptAnswer: z.string().nullable(),
  /** When it allows calls again, where its quota is used up. */
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
    /** When the counting begins: an hour ago, or the start of the newest instance; null where it is never asked. */
    since: Timestamp.nullable(),
    asked: z.number(),
    found: z.number(),
    nothing: z.number(),
    failed: z.number(),
    averageMs: z.number().nullable(),
    /** Numbers answered in each of its 30 parts of two minutes, the newest last; none of what is never asked. */
    answers: z.array(z.number().int()).max(30),
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
  /** `isStanding`: it is so now, of what the answers come from, whatever the state says; else it went wrong then. */
  lastError: z
    .object({
      at: Timestamp,
      message: z.string(),
      kind: z.enum(faultKinds).nullable(),
      isStanding: z.boolean().optional(),
    })
    .nullable(),
});
export type SourceInfo = z.infer<typeof SourceInfo>;

const knownFields = z.record(z.string(), z.string().max(limits.knownChars)).optional();

/**
 * Asks the source for one number now and tells what came back, mapped; nothing of it is kept. Nothing: its test number.
 * `known`: a value of each field that the source needs others to find.
 */
export const SourceTestRequest = z.object({ phone: PhoneParam.optional(), known: knownFields }).optional();
export const SourceTestAnswer = z.object({
  ok: z.boolean(),
  status: AnswerStatus,
  ms: z.number(),
  message: z.string().nullable(),
  /** What kind of trouble it met; null where it met none. */
  kind: z.enum(faultKinds).nullable(),
  fields: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * How the sources file stands: it is taken again when it changes, all of it or, with faults, nothing. `takenAt` null: there
 * was none. `faultsAt`: when those faults were found, of which nothing was taken.
 */
export const SourcesFileState = z.object({
  name: z.string(),
  takenAt: Timestamp.nullable(),
  faults: z.array(z.string()),
  faultsAt: Timestamp.nullable(),
  warnings: z.array(z.string()),
});
export type SourcesFileState = z.infer<typeof SourcesFileState>;

/** Between jobs and sources only: until when what is to be asked of a source waits, and what is left of its quota. */
export const SourceStanding = z.object({
  source: z.string(),
  waitsUntil: Timestamp.nullable(),
  left: z.number().nullable(),
});

const sourceText = describedAs(
  z.string().max(limits.sourceTextChars),
  z.string().regex(/\S/).max(limits.sourceTextChars),
);

/** One source as it would stand in the sources file, with its name: `OFFICE:` and what it is told below. */
export const SourceTry = z.object({ source: sourceText, phone: PhoneParam, known: knownFields });

/**
 * One call to a source and what it was made of; nothing of it is kept. Secrets are masked. `ms` in milliseconds, `cost`
 * in the installation's currency.
 */
export const SourceTrial = z.object({
  source: z.string(),
  phone: E164,
  status: AnswerStatus,
  kind: z.enum(faultKinds).nullable(),
  message: z.string().nullable(),
  ms: z.number(),
  cost: z.number(),
  exchanges: z.array(
    z.object({
      request: z.object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string().nullable(),
      }),
      /** Null: none came. `isCut`: the body was longer. */
      answer: z
        .object({
          status: z.number().int(),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
          isCut: z.boolean(),
        })
        .nullable(),
    }),
  ),
  /** What each expression of `answer` gave, in the order in which they were asked. */
  expressions: z.array(z.object({ name: z.string(), value: z.unknown() })),
  fields: z.record(z.string(), z.unknown()).nullable(),
});
export type SourceTrial = z.infer<typeof SourceTrial>;

/**
 * What the sources file says of a source. `source` null: nothing. `revision` is of the whole file; `readOnly` null: it
 * can be changed here, else why it cannot: the file may not be written, other instances have files of their own, or its
 * sources do not stand one below the other.
 */
export const SourceDefinition = z.object({
  name: z.string(),
  source: z.string().nullable(),
  revision: z.string(),
  readOnly: z.enum(['FILE', 'SEVERAL_INSTANCES', 'LAYOUT']).nullable(),
});
export type SourceDefinition = z.infer<typeof SourceDefinition>;
/** `revision`: of the file that was read before. */
export const SourceDefinitionChange = z.object({ source: sourceText, revision: z.string().max(100) });

/**
 * Somebody else's service as a source, ready but for the operator's credentials. `own` is what is to be said besides,
 * as text of the sources file; `triedLive` null: only what its documentation shows was tried.
 */
export const SourcePreset = z.object({
  name: z.string(),
  title: z.string(),
  connector: z.string(),
  needs: neededFields,
  documentation: z.array(z.object({ url: z.string(), read: z.string() })),
  triedLive: z.string().nullable(),
  own: z.string(),
});
export type SourcePreset = z.infer<typeof SourcePreset>;

/**
 * Between jobs and sources only: what a job's phones would cost. `reuseFresh`: whether they would be looked up by fresh
 * answers that are kept.
 */
export const PlanRequest = z.object({ phones: z.array(E164).max(10_000), reuseFresh: z.boolean().default(true) });
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
  /** Sources whose mapping tells the line today. */
  lineChecks: z.number().int().default(0),
  /** Phones that no source is asked about; the sums are of the others. */
  doNotLookUp: z.number().int().default(0),
});
