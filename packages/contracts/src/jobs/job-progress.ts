import * as z from 'zod';
import { Timestamp, wholeNumberText } from '../schemas/values.ts';
import { standstills } from '../lists.ts';

const count = z.number().int().min(0);

/** Why a pass stood still, or went on without some source. */
const Standstill = z.enum(standstills);
export type Standstill = z.infer<typeof Standstill>;

/**
 * How a pass of a job got on. `points`: what had its result at a moment, oldest first, at most some hundred however long
 * it lasted, so that moments are exact to the width of one (a second at the beginning, doubled whenever there are too
 * many); none where nothing was kept, as of the main job, of sub-tasks and of passes long ago. `stretches` in the order
 * in which they began; `to` null while it goes on; `sources` are those waited for, or out. `at`: the moment of the
 * answer.
 */
export const JobProgress = z.object({
  pass: count,
  startedOn: Timestamp.nullable(),
  finishedOn: Timestamp.nullable(),
  at: Timestamp,
  points: z.array(z.object({ at: Timestamp, found: count, answered: count })),
  stretches: z.array(
    z.object({ kind: Standstill, from: Timestamp, to: Timestamp.nullable(), sources: z.array(z.string()) }),
  ),
});
export type JobProgress = z.infer<typeof JobProgress>;

/** Nothing: its latest pass. */
export const JobProgressQuery = z.object({ pass: wholeNumberText(1).optional() });
