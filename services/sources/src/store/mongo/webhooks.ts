import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { NewDelivery } from '../../webhooks/webhook-store.port.ts';
import { DeliveryDocuments } from './deliveries.ts';
import { laterChange, upsertLater } from './later.ts';
import { keptWebhook, type KeptWebhook } from '../../webhooks/kept-webhook.ts';

export interface WebhookDocument {
  _id: string;
  at: number;
  /** As `keptWebhook` reads it; empty where it is dropped. */
  record: string;
  /** The journal's entry that wrote it last. */
  change: string;
  /** The place of the next delivery in the queue of this webhook. */
  next?: number;
  /** Since when it is gone: what is left of it keeps an entry that comes again late from making it anew. */
  dropped?: number;
}

/** Later than any change. */
const FOR_GOOD = '~';
/** In a filter: of those that are not gone. */
const standing = { dropped: { $exists: false } };

/** Unless a later change stands there. */
const changeTo = (webhook: KeptWebhook, change: string) =>
  [
    { _id: webhook.id, change: { $lt: change } },
    { $set: { at: webhook.createdOn, record: JSON.stringify(webhook), change } },
  ] as const;

/** Webhooks, a document each, and what is on its way to them. What the journal asks of it bears being asked again. */
export class WebhookDocuments {
  readonly #webhooks: Collection<WebhookDocument>;
  readonly deliveries: DeliveryDocuments;

  constructor(connection: Connection) {
    this.#webhooks = connection.collection<WebhookDocument>('webhooks');
    this.deliveries = new DeliveryDocuments(connection);
  }

  async all(): Promise<KeptWebhook[]> {
    const found = await this.#webhooks.find(standing).sort({ at: 1, _id: 1 }).toArray();
    return found.map(({ record }) => keptWebhook(record));
  }

  /** Nothing where it was dropped since. */
  async keep(webhook: KeptWebhook, change: string): Promise<void> {
    await upsertLater(this.#webhooks, ...changeTo(webhook, change));
  }

  /** Nothing where it is gone. */
  async change(webhook: KeptWebhook, change: string): Promise<void> {
    await this.#webhooks.updateOne(...changeTo(webhook, change));
  }

  /** The id of a change after the last one of a webhook. */
  async nextChange(id: string): Promise<string> {
    return laterChange((await this.#webhooks.findOne({ _id: id }, { projection: { change: 1 } }))?.change);
  }

  async isThere(id: string): Promise<boolean> {
    return (await this.#webhooks.findOne({ _id: id, ...standing }, { projection: { _id: 1 } })) !== null;
  }

  async drop(id: string): Promise<void> {
    await this.#webhooks.updateOne({ _id: id }, { $set: { record: '', change: FOR_GOOD, dropped: Date.now() } });
    await this.deliveries.dropOf(id);
  }

  async queue(deliveries: readonly NewDelivery[]): Promise<void> {
    const ofWebhook = Map.groupBy(deliveries, ({ webhook }) => webhook);
    for (const [webhook, list] of ofWebhook) await this.#queueOf(webhook, list);
  }

  async #queueOf(webhook: string, list: readonly NewDelivery[]): Promise<void> {
    const counted = await this.#webhooks.findOneAndUpdate(
      { _id: webhook, ...standing },
      { $inc: { next: list.length } },
      { returnDocument: 'after' },
    );
    if (!counted) return;
    const first = (counted.next ?? list.length) - list.length;
    await this.deliveries.put(webhook, first, list);
    // It may have been dropped just then, with what was there.
    if (!(await this.isThere(webhook))) await this.deliveries.dropOf(webhook);
  }

  async forget(deliveredBefore: number, deadBefore: number): Promise<void> {
    await this.deliveries.forget(deliveredBefore, deadBefore);
    // By then every entry of the journal that could make it anew was carried out long ago.
    await this.#webhooks.deleteMany({ dropped: { $lt: deadBefore } });
  }
}
