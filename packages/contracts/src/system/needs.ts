import * as z from 'zod';
import { Timestamp } from '../schemas/values.ts';

const count = z.number().int().min(0);

/** Something that waits for an administrator. */
const Need = z.discriminatedUnion('kind', [
  /** Nothing but the numbering plan is asked. */
  z.object({ kind: z.literal('NO_SOURCE') }),
  /** A source that was stopped by itself: it refuses us, or its answers could not be used. */
  z.object({ kind: z.literal('SOURCE_STOPPED'), source: z.string(), state: z.enum(['REFUSED', 'PAUSED']) }),
  /** The quota of a source is used up: what is to be asked of it waits until then. */
  z.object({ kind: z.literal('QUOTA'), source: z.string(), resumesAt: Timestamp }),
  /** Numbers of a job have failed. */
  z.object({ kind: z.literal('FAILED_NUMBERS'), job: z.number().int(), numbers: count }),
  /** There is little room left on the disk that all is kept on. */
  z.object({ kind: z.literal('DISK'), freeBytes: count, totalBytes: count }),
]);
export type Need = z.infer<typeof Need>;

/**
 * What needs an administrator now, the most pressing first. Of the jobs that failed numbers (those that go on, or ended
 * in the last 30 days) the few with most of them; `otherFailed` are the rest. `unheard`: parts that did not answer. Of a
 * part that the caller may not read nothing is told.
 */
export const NeedsYou = z.object({
  at: Timestamp,
  needs: z.array(Need),
  otherFailed: z.object({ jobs: count, numbers: count }),
  unheard: z.array(z.enum(['jobs', 'sources', 'disk'])),
});
export type NeedsYou = z.infer<typeof NeedsYou>;

/** Between the gateway and jobs only: how many numbers failed, in how many jobs, and in which most. */
export const FailedJobs = z.object({
  jobs: count,
  numbers: count,
  first: z.array(z.object({ number: z.number().int(), failed: count })),
});
export type FailedJobs = z.infer<typeof FailedJobs>;
