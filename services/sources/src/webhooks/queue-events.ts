import { type DomainEvent, eventSchema, type WebhookEvent, webhookEvents } from '@numscope/contracts';
import type { Clock, Consumer, EventBus } from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import { type MatchPhones, wantedBy } from './wanted.ts';
import type { NewDelivery, WebhookStore } from './webhook-store.port.ts';

export interface QueueParts {
  bus: EventBus;
  store: WebhookStore;
  clock: Clock;
  match: MatchPhones;
  /** There is something to send. */
  queued(): void;
}

/**
 * A delivery for each webhook that is to be told, the events as they are on the bus.
 * @throws Error where one is no event of this topic: they then go to the dead letters of the bus
 */
async function deliveriesOf<T extends WebhookEvent>(
  type: T,
  texts: readonly string[],
  { store, clock, match }: QueueParts,
): Promise<NewDelivery[]> {
  const webhooks = (await store.webhooks()).filter(({ events }) => events.includes(type));
  // Mostly nobody wants to be told: then thousands of events a second are not even read.
  if (webhooks.length === 0) return [];
  const textOf = new Map<string, string>();
  const events = eventTexts(texts).map((text) => {
    const event = eventSchema(type).parse(JSON.parse(text)) as DomainEvent<T>;
    textOf.set(event.id, text);
    return event;
  });
  const at = clock.now();
  const deliveries: NewDelivery[] = [];
  for (const webhook of webhooks)
    for (const { id, key } of await wantedBy(webhook, type, events, match))
      deliveries.push({ webhook: webhook.id, event: id, type, key, json: textOf.get(id) ?? '', at });
  return deliveries;
}

/**
 * Puts the events of the bus into the webhooks' queues. What is queued is durable before the bus hears that the events are
 * handled, and what comes again is known by the event's id.
 */
export const queueEvents = (parts: QueueParts): Promise<Consumer[]> =>
  Promise.all(
    webhookEvents.map((type) =>
      parts.bus.subscribe({
        topic: type,
        group: 'webhooks',
        async handleTexts(texts) {
          const deliveries = await deliveriesOf(type, texts, parts);
          if (deliveries.length === 0) return;
          await parts.store.queueDeliveries(deliveries);
          parts.queued();
        },
      }),
    ),
  );
