import { limits } from '@numscope/contracts';
import { type Clock, type Logger, reasonOf, Rounds } from '@numscope/platform';
import { afterAttempt } from './retry-rule.ts';
import type { WebhookCaller } from './webhook-caller.ts';
import type { KeptWebhook } from './kept-webhook.ts';
import type { DueDelivery, WebhookStore } from './webhook-store.port.ts';

/** What another instance queued, and what is due again, is seen by looking. */
const LOOK_MS = 500;
/** While nobody has a webhook: so late it is seen that another instance made the first one. */
const NONE_LOOK_MS = 5000;
/** Deliveries of one webhook under way at once, each of another key. */
const AT_ONCE = 8;
/** More than are under way, which stand among them. */
const LOOKED_AT = 40;
const DAY_MS = 86_400_000;
const FORGET_EVERY_MS = 3_600_000;

export interface SenderParts {
  store: WebhookStore;
  caller: Pick<WebhookCaller, 'call'>;
  clock: Clock;
  log: Logger;
  /** Whether this instance sends; another one does otherwise. */
  isTurn(): boolean;
}

const laneOf = ({ webhook, type, key }: Pick<DueDelivery, 'webhook' | 'type' | 'key'>): string =>
  `${webhook} ${type} ${key}`;

/**
 * Sends what waits: of each key of a webhook one event at a time, the next once it has arrived or was given up; other
 * keys go on meanwhile. That an event arrived is kept after it has, so it may arrive twice and is never left out.
 */
export class DeliverySender {
  readonly #parts: SenderParts;
  readonly #rounds: Rounds;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #counts = { delivered: 0, failed: 0, dead: 0 };
  #forgottenAt = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#rounds = new Rounds(async () => {
      try {
        return (await this.#round()) ? LOOK_MS : NONE_LOOK_MS;
      } catch (error) {
        parts.log.warn({ reason: reasonOf(error) }, 'deliveries of webhooks could not be read; tried again');
        return LOOK_MS;
      }
    });
  }

  /** Attempts since the start, by what came of them. */
  get counts(): Readonly<{ delivered: number; failed: number; dead: number }> {
    return this.#counts;
  }

  /** There may be something to send. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Begins nothing any more; what is under way ends by its own limits. */
  async close(): Promise<void> {
    await this.#rounds.close();
    await Promise.all(this.#underWay.values());
  }

  /** @returns false: there is no webhook */
  async #round(): Promise<boolean> {
    const { store, clock, isTurn } = this.#parts;
    if (!isTurn()) return true;
    await this.#forget();
    const webhooks = await store.webhooks();
    for (const webhook of webhooks) {
      const busy = [...this.#underWay.keys()].filter((lane) => lane.startsWith(`${webhook.id} `)).length;
      if (busy >= AT_ONCE) continue;
      // What arrives while the store is read is still due in its answer: it would be sent twice.
      const busyBefore = new Set(this.#underWay.keys());
      const due = await store.dueDeliveries(webhook.id, clock.now(), LOOKED_AT);
      const free = due.filter((delivery) => !busyBefore.has(laneOf(delivery)));
      for (const delivery of free.slice(0, AT_ONCE - busy)) this.#begin(webhook, delivery);
    }
    return webhooks.length > 0;
  }

  #begin(webhook: KeptWebhook, delivery: DueDelivery): void {
    const lane = laneOf(delivery);
    const work = this.#send(webhook, delivery)
      .catch((error: unknown) =>
        this.#parts.log.warn(
          { webhook: webhook.id, reason: reasonOf(error) },
          'what came of a delivery could not be kept; it is sent again',
        ),
      )
      .finally(() => {
        this.#underWay.delete(lane);
        this.wake();
      });
    this.#underWay.set(lane, work);
  }

  async #send(webhook: KeptWebhook, delivery: DueDelivery): Promise<void> {
    const { store, caller, clock, log } = this.#parts;
    const { id, type, json } = delivery;
    const outcome = await caller.call(webhook, { delivery: id, type, json });
    const settlement = afterAttempt(delivery, outcome, clock.now(), Math.random());
    await store.settleDelivery(webhook.id, id, settlement);
    if (outcome.ok) this.#counts.delivered++;
    else this.#counts.failed++;
    if (settlement.state !== 'DEAD') return;
    this.#counts.dead++;
    log.error({ webhook: webhook.id, reason: outcome.reason }, 'a delivery was given up');
  }

  async #forget(): Promise<void> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    if (now - this.#forgottenAt < FORGET_EVERY_MS) return;
    await store.forgetDeliveries(now - limits.deliveredDays * DAY_MS, now - limits.deadDeliveryDays * DAY_MS);
    this.#forgottenAt = now;
  }
}
