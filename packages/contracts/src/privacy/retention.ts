import * as z from 'zod';
import { Timestamp, wholeNumberText } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';

const count = z.number().int().min(0);
const days = (least: number) => z.int().min(least).max(limits.retentionDays).nullable();

/**
 * For how many days is kept what sources said (by the time of the answer), jobs that ended (by their end) and the audit
 * (cut at a checkpoint). Null: for good.
 */
export const RetentionDays = z.strictObject({
  observations: days(1),
  jobs: days(1),
  audit: days(limits.auditRetentionDays),
});
export type RetentionDays = z.infer<typeof RetentionDays>;

const shownDays = wholeNumberText(0, limits.retentionDays).optional();
const shownAuditDays = wholeNumberText(0, limits.retentionDays)
  .refine((days) => days === 0 || days >= limits.auditRetentionDays, {
    error: `must be 0, or ${limits.auditRetentionDays} or more`,
  })
  .optional();
const describedAuditDays = z
  .union([z.literal(0), z.int().min(limits.auditRetentionDays).max(limits.retentionDays)])
  .optional();

/** Other days than those that are set, to see what they would remove; 0: for good. What is not said is as it is set. */
export const RetentionQuery = z.object({
  observations: shownDays,
  jobs: shownDays,
  audit: describedAs(shownAuditDays, describedAuditDays),
});

/** `atLeast`: counting stopped, or the age of some is not known yet. */
export const CountOfOld = z.object({ count, atLeast: z.boolean() });
export type CountOfOld = z.infer<typeof CountOfOld>;

/** What became of what was older, by its place. `folded`: profiles that were computed anew from what is left of them. */
export const retentionPlaces = ['jobs', 'observations', 'folded', 'profiles', 'auditEntries'] as const;
export type RetentionPlace = (typeof retentionPlaces)[number];
const removed = z.record(z.enum(retentionPlaces), count);

/** A daily run. `finishedAt` null: it goes on. */
export const RetentionRun = z.object({
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  days: RetentionDays,
  removed,
});
export type RetentionRun = z.infer<typeof RetentionRun>;

/** What is set and since when, what the next run would remove as things are now, and the last runs, newest first. */
export const Retention = z.object({
  days: RetentionDays,
  by: z.string().nullable(),
  at: Timestamp.nullable(),
  next: z.object({
    /** Null: nothing is to go. */
    at: Timestamp.nullable(),
    days: RetentionDays,
    jobs: CountOfOld,
    observations: CountOfOld,
    /** Profiles that lose some of what they were computed from, or go. */
    profiles: CountOfOld,
    auditEntries: CountOfOld,
    /** The setting `AUDIT_RETENTION_DAYS`, which acts besides; null: not set. */
    auditSetting: count.nullable(),
  }),
  runs: z.array(RetentionRun).max(limits.retentionRuns),
});
export type Retention = z.infer<typeof Retention>;

/** Between our own services. */
export const OlderThan = z.object({ before: Timestamp });
export const RemoveOlder = z.object({ before: Timestamp, limit: z.int().min(1).max(1000) });
/** `more`: there may be more of it. */
export const RemovedOld = z.object({ removed: count, more: z.boolean() });
export type RemovedOld = z.infer<typeof RemovedOld>;
export const AuditOlder = z.object({ days: days(limits.auditRetentionDays) });
/** How many entries went from the beginning of the trail since it began; null: what tells it is gone. */
const gone = count.nullable();
/** `entries`: how many would go. */
export const OldAudit = z.object({ entries: count, setting: count.nullable(), gone });
/** As it stands then, which a call that is repeated tells as the one did whose answer was lost. */
export const AuditGone = z.object({ gone });
