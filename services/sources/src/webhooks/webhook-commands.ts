import { apiError, limits, type Webhook, type WebhookChange, type WebhookDraft } from '@numscope/contracts';
import { type Clock, newId, type OutgoingEvent } from '@numscope/platform';
import type { MatchPhones } from './wanted.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import type { KeptWebhook } from './kept-webhook.ts';
import type { WebhookStore } from './webhook-store.port.ts';

export interface CommandParts {
  store: WebhookStore;
  addresses: WebhookAddresses;
  clock: Clock;
  match: MatchPhones;
}

/** @throws ApiError NOT_FOUND */
export async function webhookOf(store: WebhookStore, id: string): Promise<KeptWebhook> {
  const webhook = (await store.webhooks()).find((one) => one.id === id);
  if (!webhook) throw apiError('NOT_FOUND');
  return webhook;
}

/** As everybody may see it who may see webhooks: all but the secret. */
export async function presentWebhooks(store: WebhookStore): Promise<Webhook[]> {
  const [webhooks, counts] = await Promise.all([store.webhooks(), store.countDeliveries()]);
  return webhooks.map(({ secret: _secret, ownerId: _owner, ...webhook }) => {
    const { pending = 0, dead = 0 } = counts.find((one) => one.webhook === webhook.id) ?? {};
    return { ...webhook, pending, dead };
  });
}

type Described = Pick<KeptWebhook, 'name' | 'url' | 'events' | 'filter' | 'fields'>;

/** @throws ApiError WEBHOOK_URL, WEBHOOK_ADDRESS */
async function described(
  { addresses }: CommandParts,
  { name, url, events, filter, fields }: WebhookDraft | WebhookChange,
): Promise<Described> {
  return {
    name: name.trim(),
    url: await addresses.check(url),
    events: [...new Set(events)],
    filter: filter ?? null,
    fields: fields ?? null,
  };
}

/** @throws ApiError INVALID where the owner has no such search */
async function refuseUnknownSearch({ match }: CommandParts, webhook: KeptWebhook): Promise<void> {
  if (webhook.filter?.savedSearchId === undefined) return;
  await match(webhook, []).catch((error: unknown) => {
    if (!(error instanceof UnknownSearch)) throw error;
    throw apiError('INVALID', {
      details: [{ field: 'filter.savedSearchId', message: 'is no saved search of whoever made the webhook' }],
    });
  });
}

/** The saved search that a webhook is narrowed by is not there, or not any more. */
export class UnknownSearch extends Error {}

/** @throws ApiError TOO_MANY_WEBHOOKS, and those of what it is made of */
export async function createWebhook(
  parts: CommandParts,
  draft: WebhookDraft,
  by: { userId: string; userName: string },
  events: OutgoingEvent[],
): Promise<KeptWebhook> {
  const { store, clock } = parts;
  if ((await store.webhooks()).length >= limits.webhooks) throw apiError('TOO_MANY_WEBHOOKS');
  const webhook: KeptWebhook = {
    id: newId(),
    ...(await described(parts, draft)),
    secret: draft.secret,
    ownerId: by.userId,
    createdBy: by.userName,
    createdOn: clock.now(),
  };
  await refuseUnknownSearch(parts, webhook);
  await store.keepWebhook(webhook, events);
  return webhook;
}

/** @throws ApiError NOT_FOUND where it went meanwhile, and those of what it is made of */
export async function updateWebhook(
  parts: CommandParts,
  before: KeptWebhook,
  change: WebhookChange,
  events: OutgoingEvent[],
): Promise<void> {
  const webhook = { ...before, ...(await described(parts, change)), secret: change.secret ?? before.secret };
  await refuseUnknownSearch(parts, webhook);
  if (!(await parts.store.changeWebhook(webhook, events))) throw apiError('NOT_FOUND');
}
