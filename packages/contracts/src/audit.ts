import * as z from 'zod';
import { pageOf, pageRequest, sortBy, Timestamp } from './common.ts';
import { describedAs } from './described.ts';
import { limits } from './limits.ts';
import { auditSortFields } from './lists.ts';
import { AuditType } from './vocabulary.ts';

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

/** An entry as it is answered. */
export const AuditEntry = AuditRecord.omit({ userId: true }).extend({ id: z.string() });
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditPage = pageOf(AuditEntry);

export const AuditFilter = z.object({
  ...pageRequest(limits.pageSize.audit),
  actionTypes: z.array(AuditType).default([]),
  username: z.string().max(limits.filterChars).optional(),
  ip: z.string().max(limits.filterChars).optional(),
  text: z.string().max(limits.filterChars).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  sort: sortBy(auditSortFields).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The same filter for an export; more than 500 are refused by the service with the specified text. */
export const AuditExportFilter = AuditFilter.extend({
  size: describedAs(
    z.number().int().min(1).default(limits.exportAudit),
    z.number().int().min(1).max(limits.exportAudit).default(limits.exportAudit),
  ),
});

/** Whether the chain of hashes is whole: `entries` checked, `brokenAt` the id of the first entry that does not fit. */
export const ChainState = z.object({
  whole: z.boolean(),
  entries: z.number().int(),
  brokenAt: z.string().nullable(),
  head: z.string().nullable(),
});
