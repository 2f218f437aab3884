import * as z from 'zod';
import { Timestamp } from '../schemas/values.ts';
import { AuditType } from '../schemas/vocabulary.ts';

/** What a service reports of one call: before it has its place in the chain. Secrets in `args` are already `***`. */
export const AuditRecord = z.object({
  actionType: AuditType,
  createdTimestamp: Timestamp,
  details: z.string(),
  username: z.string(),
  /**
   * The user's id, which says whose the entry is: a name may go to somebody else. Absent where nobody is known by id.
   */
  userId: z.string().optional(),
  ip: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** OK, or the error code of the refusal. */
  outcome: z.string(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** An entry on its way to the service that makes the change and keeps both at once. `id` becomes its event's. */
export const CarriedEntry = AuditRecord.extend({ id: z.string(), trace: z.string().optional() });
export type CarriedEntry = z.infer<typeof CarriedEntry>;
/** For bodies of calls between services that ask for a change: the audit entry to be kept with the change. */
export const carriedEntry = { audit: CarriedEntry.optional() };
