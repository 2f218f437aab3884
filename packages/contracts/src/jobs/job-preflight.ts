import * as z from 'zod';
import { Timestamp } from '../schemas/values.ts';

const count = z.number().int().min(0);

/**
 * What the pass would do that begins when a job is played: shown between upload and start. `estimatedMs` null when nothing limits it; `cost` in the
 * installation's currency.
 */
export const JobPreflight = z.object({
  number: z.number().int(),
  valid: count,
  notValid: count,
  duplicates: count,
  fresh: count,
  /** Numbers that stand on the do-not-look-up list and will not be asked. */
  doNotLookUp: count,
  countries: z.array(z.object({ country: z.string().nullable(), phones: count })),
  sources: z.array(
    z.object({
      source: z.string(),
      calls: count,
      fresh: count,
      quotaLeft: z.number().nullable(),
      cost: z.number(),
      estimatedMs: z.number().nullable(),
      /** Who paused it: it would not be asked, and its part of each number would fail. */
      pausedBy: z.string().nullable(),
      /** Its quota is used up: its parts wait until then. */
      resumesAt: Timestamp.nullable(),
    }),
  ),
  /** How many of the sources tell the line today. */
  lineChecks: count,
  cost: z.number(),
  estimatedMs: z.number().nullable(),
  /** What each pass after that takes, of all numbers, as it reuses no fresh answers. Null: it is the last. */
  laterPass: z.object({ cost: z.number(), estimatedMs: z.number().nullable() }).nullable(),
});
export type JobPreflight = z.infer<typeof JobPreflight>;
