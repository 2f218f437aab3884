import * as z from 'zod';
import { carriedEntry } from '../audit/audit-record.ts';
import { limits } from '../limits.ts';
import { pageOf, pageRequest } from '../schemas/paging.ts';
import { Timestamp } from '../schemas/values.ts';
import { AnswerStatus, PhoneStatus } from '../schemas/vocabulary.ts';

/** What one source answered for one phone of a job. `message` says why it failed. */
export const JobPhoneSource = z.object({
  source: z.string(),
  status: AnswerStatus,
  at: Timestamp,
  cached: z.boolean(),
  message: z.string().optional(),
});
export type JobPhoneSource = z.infer<typeof JobPhoneSource>;

/**
 * A phone of a job. With `profileDeleted` it had been found: its profile was deleted since, and what sources said went
 * with it, so nothing is known of it any more. With
 * `doNotLookUp` no source was asked about it in this pass, because it is on that list.
 */
export const JobPhone = z.object({
  phone: z.string(),
  status: PhoneStatus,
  sources: z.array(JobPhoneSource),
  profileDeleted: z.boolean().optional(),
  doNotLookUp: z.boolean().optional(),
});
export type JobPhone = z.infer<typeof JobPhone>;
/**
 * A page of phones. `next` is where the one after it begins, for `after`; null where there are no more. Pages that
 * follow each other by it lose and repeat no phone while the job goes on, and cost the same however late they are.
 */
export const JobPhonePage = pageOf(JobPhone).extend({ next: z.string().nullable().optional() });
export type JobPhonePage = z.infer<typeof JobPhonePage>;

/** With `after`, the `next` of a page before, `page` is not looked at. */
export const JobPhonesFilter = z.strictObject({
  after: z
    .string()
    .max(limits.filterChars)
    .regex(/^[0-9]{1,9}:(?:[0-9]{1,15}|#[\s\S]*)$/)
    .optional(),
  filters: z.strictObject({ valid: z.boolean().optional(), status: z.array(PhoneStatus).optional() }).default({}),
  ...pageRequest(limits.pageSize.jobPhones),
});
export type JobPhonesFilter = z.infer<typeof JobPhonesFilter>;

/** How a job's own asking for one phone now is acknowledged. */
export const RefreshAccepted = z.object({ phone: z.string(), jobNumber: z.number().int() });
/** `kept`: so is the entry that was handed over; a version that knows of none says nothing. */
export const RefreshTaken = RefreshAccepted.extend({ kept: z.boolean().default(false) });
export const RefreshRequest = z.object({ phone: z.string(), requestedBy: z.string(), ...carriedEntry });
