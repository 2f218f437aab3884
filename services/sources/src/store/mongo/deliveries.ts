import type { Collection, Connection } from '@numscope/adapters/mongo';
import type { Delivery, DeliveryState, WebhookEvent } from '@numscope/contracts';
import { dueDelivery, type KeptDelivery, shownDelivery } from '../kept-delivery.ts';
import type {
  DeliveryCounts,
  DeliveryRequest,
  DueDelivery,
  NewDelivery,
  Settlement,
} from '../../webhooks/webhook-store.port.ts';

/** Named `<webhook> <event>`. */
export interface DeliveryDocument extends KeptDelivery {
  _id: string;
  /** The journal's entry by which it was last sent again. */
  replay?: string;
}

/** Deliveries of one lane are sent one after the other. */
type Lane = Pick<DeliveryDocument, 'type' | 'key'>;

export const deliveryId = (webhook: string, event: string): string => `${webhook} ${event}`;

const keptOf = ({ _id, replay: _replay, ...kept }: DeliveryDocument): KeptDelivery => kept;

/** What is on its way to webhooks, or was sent, a document each. */
export class DeliveryDocuments {
  readonly #deliveries: Collection<DeliveryDocument>;

  constructor(connection: Connection) {
    this.#deliveries = connection.collection<DeliveryDocument>('deliveries');
  }

  async declareIndexes(): Promise<void> {
    await this.#deliveries.createIndexes([
      { key: { webhook: 1, state: 1, nextAt: 1, seq: 1 }, name: 'due' },
      { key: { webhook: 1, state: 1, type: 1, key: 1, seq: 1 }, name: 'of_key' },
      { key: { webhook: 1, seq: 1 }, name: 'shown' },
      { key: { webhook: 1, state: 1, seq: 1 }, name: 'shown_of_state' },
      { key: { key: 1, type: 1 }, name: 'about' },
      { key: { state: 1, lastAt: 1 }, name: 'over' },
      { key: { replay: 1 }, name: 'replay', sparse: true },
    ]);
  }

  /**
   * Written in order, so that what a crash leaves out lies behind all that is there: whoever hears the events again puts
   * it there, and the order of each key holds.
   */
  async put(webhook: string, first: number, list: readonly NewDelivery[]): Promise<void> {
    await this.#deliveries.bulkWrite(
      list.map(({ event, type, key, json, at }, index) => ({
        updateOne: {
          filter: { _id: deliveryId(webhook, event) },
          update: {
            $setOnInsert: {
              webhook,
              seq: first + index,
              event,
              type,
              key,
              json,
              state: 'PENDING' as const,
              attempts: 0,
              queuedAt: at,
              nextAt: at,
              lastAt: null,
              status: null,
              reason: null,
            },
          },
          upsert: true,
        },
      })),
      { ordered: true },
    );
  }

  async dropOf(webhook: string): Promise<void> {
    await this.#deliveries.deleteMany({ webhook });
  }

  async due(webhook: string, now: number, limit: number): Promise<DueDelivery[]> {
    const heads: DueDelivery[] = [];
    const looked = new Map<string, Lane>();
    let from = 0;
    let isMore = true;
    // Many may wait of one key: it is read on from there without the keys that are known, so that others go on.
    while (isMore && looked.size < limit) {
      const found = await this.#deliveries
        .find({
          webhook,
          state: 'PENDING',
          nextAt: { $gte: from, $lte: now },
          ...(looked.size > 0 ? { $nor: [...looked.values()] } : {}),
        })
        .project<Lane & { nextAt: number }>({ type: 1, key: 1, nextAt: 1 })
        .sort({ nextAt: 1, seq: 1 })
        .limit(limit)
        .toArray();
      for (const { type, key, nextAt } of found) {
        from = nextAt;
        const lane = `${type} ${key}`;
        if (looked.has(lane) || looked.size === limit) continue;
        looked.set(lane, { type, key });
        heads.push(...(await this.#headOf(webhook, { type, key }, now)));
      }
      isMore = found.length === limit;
    }
    return heads;
  }

  /** The oldest that waits of a key, where it is due. */
  async #headOf(webhook: string, { type, key }: Lane, now: number): Promise<DueDelivery[]> {
    const [head] = await this.#deliveries
      .find({ webhook, state: 'PENDING', type, key })
      .sort({ seq: 1 })
      .limit(1)
      .toArray();
    if (!head) return [];
    const { nextAt } = head;
    if (nextAt <= now) return [dueDelivery(head)];
    // Those behind one that waits for its next try are not asked for before.
    await this.#hold(webhook, type, key, nextAt);
    return [];
  }

  async settle(webhook: string, id: string, settlement: Settlement): Promise<void> {
    const { state, attempts, at, nextAt, status, reason } = settlement;
    const settled = await this.#deliveries.findOneAndUpdate(
      { _id: deliveryId(webhook, id), state: 'PENDING' },
      { $set: { state, attempts, lastAt: at, nextAt, status, reason } },
    );
    if (settled && state === 'PENDING') await this.#hold(webhook, settled.type, settled.key, nextAt);
  }

  async page(
    webhook: string,
    { state, offset, limit }: DeliveryRequest,
  ): Promise<{ deliveries: Delivery[]; total: number }> {
    const filter = state === null ? { webhook } : { webhook, state };
    const [found, total] = await Promise.all([
      this.#deliveries.find(filter).sort({ seq: -1 }).skip(offset).limit(limit).toArray(),
      this.#deliveries.countDocuments(filter),
    ]);
    return { deliveries: found.map((one) => shownDelivery(keptOf(one))), total };
  }

  async counts(webhooks: readonly string[]): Promise<DeliveryCounts[]> {
    const count = (webhook: string, state: DeliveryState) => this.#deliveries.countDocuments({ webhook, state });
    return Promise.all(
      webhooks.map(async (webhook) => {
        const [pending, dead] = await Promise.all([count(webhook, 'PENDING'), count(webhook, 'DEAD')]);
        return { webhook, pending, dead };
      }),
    );
  }

  async isDead(webhook: string, delivery: string): Promise<boolean> {
    return (await this.#deliveries.findOne(this.#dead(webhook, delivery), { projection: { _id: 1 } })) !== null;
  }

  /** Each delivery is taken by one entry of those that would at once. */
  async replay(
    { webhook, delivery, at }: { webhook: string; delivery: string | null; at: number },
    entry: string,
  ): Promise<void> {
    // Given up since then is not meant.
    await this.#deliveries.updateMany(
      { ...this.#dead(webhook, delivery), lastAt: { $lte: at } },
      { $set: { state: 'PENDING', attempts: 0, queuedAt: at, nextAt: at, replay: entry } },
    );
  }

  /** What an entry took, also where it was carried out more than once. */
  countReplayed(webhook: string, entry: string): Promise<number> {
    return this.#deliveries.countDocuments({ webhook, replay: entry });
  }

  async forget(deliveredBefore: number, deadBefore: number): Promise<void> {
    await this.#deliveries.deleteMany({ state: 'DELIVERED', lastAt: { $lt: deliveredBefore } });
    await this.#deliveries.deleteMany({ state: 'DEAD', lastAt: { $lt: deadBefore } });
  }

  async erase(phone: string): Promise<number> {
    return (await this.#deliveries.deleteMany({ key: phone, type: 'profile.updated' })).deletedCount;
  }

  #dead(webhook: string, delivery: string | null) {
    const ofState = { webhook, state: 'DEAD' as const };
    return delivery === null ? ofState : { ...ofState, _id: deliveryId(webhook, delivery) };
  }

  async #hold(webhook: string, type: WebhookEvent, key: string, nextAt: number): Promise<void> {
    await this.#deliveries.updateMany(
      { webhook, type, key, state: 'PENDING', nextAt: { $lt: nextAt } },
      { $set: { nextAt } },
    );
  }
}
