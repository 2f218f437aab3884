import { JobStatus } from '@numscope/contracts';
import { webhookEvents } from '@numscope/contracts/lists';
import * as z from 'zod';

const Filter = z.object({
  jobs: z.array(z.number()).optional(),
  statuses: z.array(JobStatus).optional(),
  phones: z.array(z.string()).optional(),
  savedSearchId: z.string().optional(),
  sources: z.array(z.string()).optional(),
});

/** A webhook as stores keep it, as JSON. */
const KeptWebhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  filter: Filter.nullable(),
  fields: z.array(z.string()).nullable(),
  /** Signs what is sent; it leaves this service for nobody. */
  secret: z.string(),
  /** The user's id, by whose saved searches it may be narrowed. */
  ownerId: z.string(),
  createdBy: z.string(),
  createdOn: z.number(),
});
export type KeptWebhook = z.infer<typeof KeptWebhook>;

/** @throws Error where something else stands there */
export const keptWebhook = (record: string): KeptWebhook => KeptWebhook.parse(JSON.parse(record));
