import { apiError, calls, toPage, type Webhook } from '@numscope/contracts';
import { eventVersion } from '@numscope/contracts/event-version';
import { type AuditScope, newId, route, takenEvents } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { WebhookCaller } from './webhook-caller.ts';
import { type CommandParts, createWebhook, presentWebhooks, updateWebhook, webhookOf } from './webhook-commands.ts';
import type { KeptWebhook } from './kept-webhook.ts';
import type { WebhookStore } from './webhook-store.port.ts';

export interface WebhookRoutesParts extends CommandParts {
  caller: Pick<WebhookCaller, 'call'>;
  /** What is outgoing has changed. */
  changed(): void;
  /** There may be something to send. */
  queued(): void;
}

/** The webhook that a call is about. Its name is kept with the call's entry, also where it is another or gone by then. */
async function named(store: WebhookStore, id: string, audit: AuditScope): Promise<KeptWebhook> {
  const webhook = await webhookOf(store, id);
  audit.add({ webhookName: webhook.name });
  return webhook;
}

/** Webhooks, and what was and is to be sent to them. */
export function addWebhookRoutes(app: FastifyInstance, parts: WebhookRoutesParts): void {
  const { store, clock, caller, changed, queued } = parts;

  const shown = async (id: string): Promise<Webhook> => {
    const webhook = (await presentWebhooks(store)).find((one) => one.id === id);
    if (!webhook) throw apiError('NOT_FOUND');
    return webhook;
  };

  route(app, calls.listWebhooks, () => presentWebhooks(store));
  route(app, calls.createWebhook, async ({ body, identity, audit }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    const { id } = await createWebhook(parts, body, identity, takenEvents(audit));
    changed();
    return shown(id);
  });
  route(app, calls.updateWebhook, async ({ params: { id }, body, audit }) => {
    const before = await named(store, id, audit);
    await updateWebhook(parts, before, body, takenEvents(audit));
    changed();
    return shown(id);
  });
  route(app, calls.deleteWebhook, async ({ params: { id }, audit }) => {
    await named(store, id, audit);
    await store.dropWebhook(id, takenEvents(audit));
    changed();
  });
  route(app, calls.testWebhook, async ({ params: { id }, userName, audit }) => {
    const webhook = await named(store, id, audit);
    const type = 'webhook.test';
    const event = {
      id: newId(),
      type,
      version: eventVersion,
      at: clock.now(),
      key: id,
      data: { webhook: id, name: webhook.name, by: userName },
    };
    return caller.call(webhook, { delivery: event.id, type, json: JSON.stringify(event) });
  });
  route(app, calls.webhookDeliveries, async ({ params: { id }, query: { state = null, page, size }, audit }) => {
    await named(store, id, audit);
    const { deliveries, total } = await store.deliveries(id, { state, offset: page * size, limit: size });
    return toPage(deliveries, total, { page, size });
  });
  route(app, calls.replayDelivery, async ({ params: { id, delivery }, audit }) => {
    await named(store, id, audit);
    if ((await store.replayDeliveries(id, delivery, clock.now(), takenEvents(audit))) === 0)
      throw apiError('DELIVERY_NOT_DEAD');
    changed();
    queued();
  });
  route(app, calls.replayDeliveries, async ({ params: { id }, audit }) => {
    await named(store, id, audit);
    const deliveries = await store.replayDeliveries(id, null, clock.now(), takenEvents(audit));
    changed();
    queued();
    return { deliveries };
  });
}
