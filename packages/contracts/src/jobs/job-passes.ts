import * as z from 'zod';
import { limits } from '../limits.ts';
import { passChanges } from '../lists.ts';
import { comparedFields } from '../profiles/profile-fields.ts';
import { pageOf } from '../schemas/paging.ts';
import { Timestamp, wholeNumberText } from '../schemas/values.ts';
import { JobCounts } from './jobs.ts';

const count = z.number().int().min(0);

/**
 * How a pass of a job stands, or ended; null where that was not kept. `finishedOn` null while it goes on. Times of its
 * latest start and end.
 */
export const JobPassInfo = z.object({
  pass: count,
  startedOn: Timestamp.nullable(),
  finishedOn: Timestamp.nullable(),
  counts: JobCounts.nullable(),
});
export type JobPassInfo = z.infer<typeof JobPassInfo>;

export const PassChange = z.enum(passChanges);
export type PassChange = z.infer<typeof PassChange>;

const AnswerOfPass = z.object({ source: z.string(), at: Timestamp });
export type AnswerOfPass = z.infer<typeof AnswerOfPass>;

/**
 * What became of a number from one pass to another. `fields`: what sources say otherwise, or said for the first or last
 * time. `saidFrom` and `saidTo`: by which answers it was known after each pass, the numbering plan's left out; a source
 * that could not answer the later one is known by its answer of before. What they said is among the untouched
 * observations of the number, as long as these are kept.
 */
export const PassDifference = z.object({
  phone: z.string(),
  change: PassChange,
  fields: z.array(z.enum(comparedFields)),
  saidFrom: z.array(AnswerOfPass),
  saidTo: z.array(AnswerOfPass),
});
export type PassDifference = z.infer<typeof PassDifference>;

/** A page of the numbers that differ, in their order, and how many there are of each kind. */
export const PassComparison = pageOf(PassDifference).extend({
  from: count,
  to: count,
  counts: z.object({ APPEARED: count, CHANGED: count, GONE: count }),
});
export type PassComparison = z.infer<typeof PassComparison>;

export const PassCompareQuery = z.object({
  from: wholeNumberText(1),
  to: wholeNumberText(1),
  page: wholeNumberText(0, limits.maxPage).default(0),
  size: wholeNumberText(1, limits.maxPageSize).default(limits.pageSize.jobPhones),
});
