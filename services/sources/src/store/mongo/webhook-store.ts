import { newId } from '@numscope/platform';
import type { WebhookStore } from '../../webhooks/webhook-store.port.ts';
import { type ChangeJournal, packed, type SourceDocuments } from './changes.ts';

/** Webhooks and what waits to be delivered to them. */
export const webhookStore = ({ hooks }: Pick<SourceDocuments, 'hooks'>, journal: ChangeJournal): WebhookStore => ({
  webhooks: () => hooks.all(),

  async keepWebhook(webhook, events) {
    await journal.write({ kind: 'webhook', webhook, change: newId() }, packed(events));
  },

  async changeWebhook(webhook, events) {
    const change = await hooks.nextChange(webhook.id);
    await journal.write({ kind: 'webhook', webhook, change, isKnown: true }, packed(events));
    return hooks.isThere(webhook.id);
  },

  async dropWebhook(id, events) {
    await journal.write({ kind: 'no-webhook', id }, packed(events));
  },

  queueDeliveries: (deliveries) => hooks.queue(deliveries),
  dueDeliveries: (webhook, now, limit) => hooks.deliveries.due(webhook, now, limit),
  settleDelivery: (webhook, id, settlement) => hooks.deliveries.settle(webhook, id, settlement),
  deliveries: (webhook, request) => hooks.deliveries.page(webhook, request),
  countDeliveries: async () => hooks.deliveries.counts((await hooks.all()).map(({ id }) => id)),

  async replayDeliveries(webhook, delivery, at, events) {
    // Most that are refused were never given up: they cost no entry.
    if (delivery !== null && !(await hooks.deliveries.isDead(webhook, delivery))) return 0;
    return hooks.deliveries.countReplayed(
      webhook,
      await journal.write({ kind: 'replay', webhook, delivery, at }, packed(events)),
    );
  },

  forgetDeliveries: (deliveredBefore, deadBefore) => hooks.forget(deliveredBefore, deadBefore),
  eraseDeliveries: (phone) => hooks.deliveries.erase(phone),
});
