import { JobStatus } from '@numscope/contracts';
import { webhookEvents } from '@numscope/contracts/lists';
import * as z from 'zod';
import type { KeptWebhook } from '../webhooks/webhook-store.port.ts';

const Filter = z.object({
  jobs: z.array(z.number()).optional(),
  statuses: z.array(JobStatus).optional(),
  phones: z.array(z.string()).optional(),
  savedSearchId: z.string().optional(),
  sources: z.array(z.string()).optional(),
});

const Kept = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  filter: Filter.nullable(),
  fields: z.array(z.string()).nullable(),
  secret: z.string(),
  ownerId: z.string(),
  createdBy: z.string(),
  createdOn: z.number(),
}) satisfies z.ZodType<KeptWebhook>;

/**
 * A webhook as it was kept, as JSON.
 * @throws Error where something else stands there
 */
export const keptWebhook = (record: string): KeptWebhook => Kept.parse(JSON.parse(record));
