import * as z from 'zod';
import { pageOf } from '../schemas/paging.ts';
import { PhoneParam, Timestamp, wholeNumberText } from '../schemas/values.ts';
import { printablePattern } from '../jobs/jobs.ts';
import { printableRule } from '../text/printable-rule.ts';
import { limits } from '../limits.ts';
import { deliveryStates, webhookEvents } from '../lists.ts';
import { changeableFields } from '../profiles/profile-fields.ts';
import { JobStatus } from '../schemas/vocabulary.ts';

const listOf = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(limits.webhookFilterItems).optional();

/**
 * Which events are sent; what is absent does not narrow, and what is misspelt is refused. `jobs` (numbers) and `statuses` narrow `job.status-changed`;
 * `phones` and `savedSearchId` narrow `profile.updated`, both together to what fits both; `sources` narrows
 * `source.state`.
 */
export const WebhookFilter = z.strictObject({
  jobs: listOf(z.number().int().min(1)),
  statuses: listOf(JobStatus),
  phones: listOf(PhoneParam),
  /** A search of the administrator who makes the webhook, as it is when the event comes. */
  savedSearchId: z.string().min(1).max(64).optional(),
  sources: listOf(z.string().min(1).max(100)),
});
export type WebhookFilter = z.infer<typeof WebhookFilter>;

const secret = z.string().min(8).max(limits.webhookSecretChars);

/** `fields` narrows `profile.updated` to those that changed one of these fields. */
const described = {
  name: z.string().regex(printablePattern, printableRule).max(limits.webhookNameChars),
  url: z.string().min(1).max(limits.webhookUrlChars),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
  filter: WebhookFilter.nullish(),
  fields: z.array(z.enum(changeableFields)).min(1).max(changeableFields.length).nullish(),
};

/** The secret signs what is sent; no answer ever has it. */
export const WebhookDraft = z.object({ ...described, secret });
export type WebhookDraft = z.infer<typeof WebhookDraft>;

/** An absent secret stays as it is. */
export const WebhookChange = z.object({ ...described, secret: secret.nullish() });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const Webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  filter: WebhookFilter.nullable(),
  fields: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdOn: Timestamp,
  /** Deliveries that wait, and that were given up. */
  pending: z.number().int(),
  dead: z.number().int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** How one request to a webhook ended. `status` null: nothing was answered; `reason` null: it was taken (2xx). */
export const WebhookTrial = z.object({
  ok: z.boolean(),
  status: z.number().int().nullable(),
  reason: z.string().nullable(),
  ms: z.number().int(),
});
export type WebhookTrial = z.infer<typeof WebhookTrial>;

/** One event on its way to one webhook. `key` is what the event is about, for which order holds. */
export const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  type: z.enum(webhookEvents),
  key: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  queuedAt: Timestamp,
  /** When it was last tried. */
  lastAt: Timestamp.nullable(),
  status: z.number().int().nullable(),
  reason: z.string().nullable(),
  /** When it is tried again at the earliest; null: it is not, by itself. */
  nextAt: Timestamp.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryQuery = z.object({
  state: z.enum(deliveryStates).optional(),
  page: wholeNumberText(0, limits.maxPage).default(0),
  size: wholeNumberText(1, limits.maxPageSize).default(limits.pageSize.jobs),
});
export const DeliveryPage = pageOf(Delivery);
