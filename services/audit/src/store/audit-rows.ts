import * as z from 'zod';

/** The columns of an entry under the names that the chain knows them by. */
export const rowColumns = `entry.seq, entry.id, entry.action_type AS actionType, entry.created_at AS createdTimestamp, entry.username, entry.ip,
  entry.details, entry.args, entry.outcome, entry.hash`;

/** An entry as the chain reads it: whole numbers may be any that SQLite holds, so that one out of range is a fault and not a crash. */
export const Row = z.object({
  seq: z.coerce.number(),
  id: z.string(),
  actionType: z.string(),
  createdTimestamp: z.coerce.number(),
  username: z.string(),
  ip: z.string(),
  details: z.string(),
  args: z.string(),
  outcome: z.string(),
  hash: z.string(),
});
