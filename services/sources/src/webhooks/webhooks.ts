import { calls } from '@numscope/contracts';
import {
  type Consumer,
  type EventBus,
  readCounter,
  readGauge,
  type ServiceClient,
  type ServiceKit,
} from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { DeliverySender } from './delivery-sender.ts';
import { queueEvents } from './queue-events.ts';
import type { MatchPhones } from './wanted.ts';
import { WebhookAddresses } from './webhook-address.ts';
import type { WebhookCaller } from './webhook-caller.ts';
import { UnknownSearch } from './webhook-commands.ts';
import type { WebhookStore } from './webhook-store.port.ts';
import { addWebhookRoutes } from './webhook.routes.ts';

export interface WebhooksParts {
  app: FastifyInstance;
  kit: ServiceKit;
  bus: EventBus;
  /** Asks profiles which numbers a saved search finds. */
  client: ServiceClient;
  store: WebhookStore;
  /** Hosts (with a port, if not the usual) that may be called though their addresses are private. */
  privateHosts: readonly string[];
  isTurn(): boolean;
  /** What is outgoing has changed. */
  changed(): void;
}

const GRACE_MS = 500;

/** Tells other systems by HTTP what happens: what they are told, the queue of it, and the sending. */
export class Webhooks {
  readonly #parts: WebhooksParts;
  #caller: Promise<WebhookCaller> | undefined;
  readonly #sender: DeliverySender;
  readonly #match: MatchPhones;
  #consumers: Consumer[] = [];

  constructor(parts: WebhooksParts) {
    const { app, kit, client, store, privateHosts, isTurn, changed } = parts;
    this.#parts = parts;
    const addresses = new WebhookAddresses(privateHosts);
    // The client of HTTP is large, and most installations have no webhook.
    const open = async (): Promise<WebhookCaller> => {
      const of = await import('./webhook-caller.ts');
      return new of.WebhookCaller(addresses, kit.clock);
    };
    const caller: Pick<WebhookCaller, 'call'> = {
      call: async (webhook, sent) => (await (this.#caller ??= open())).call(webhook, sent),
    };
    this.#sender = new DeliverySender({ store, caller, clock: kit.clock, log: kit.log, isTurn });
    this.#match = async ({ filter, ownerId: owner }, phones) => {
      const body = { savedSearchId: filter?.savedSearchId ?? '', owner, phones };
      const answer = await client.call(calls.matchSavedSearch, { body });
      if (!answer.known && phones.length === 0) throw new UnknownSearch('there is no such saved search');
      return new Set(answer.phones);
    };
    addWebhookRoutes(app, {
      store,
      addresses,
      clock: kit.clock,
      match: this.#match,
      caller,
      changed,
      queued: () => this.#sender.wake(),
    });
    this.#measure();
  }

  async start(): Promise<void> {
    const { bus, store, kit } = this.#parts;
    const queued = (): void => this.#sender.wake();
    this.#consumers = await queueEvents({ bus, store, clock: kit.clock, match: this.#match, queued });
    this.#sender.wake();
  }

  async close(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.close(GRACE_MS)));
    // What is under way is cut: the next start sends it again.
    const ended = this.#sender.close();
    await (await this.#caller)?.close();
    await ended;
  }

  #measure(): void {
    const { registry } = this.#parts.kit.metrics;
    const { store } = this.#parts;
    readCounter(
      registry,
      {
        name: 'numscope_webhook_attempts_total',
        help: 'Attempts to deliver an event to a webhook, by what came of them; dead is also counted as failed',
        labelNames: ['outcome'],
      },
      () => Object.entries(this.#sender.counts).map(([outcome, total]) => [{ outcome }, total] as const),
    );
    readGauge(
      registry,
      {
        name: 'numscope_webhook_queue_length',
        help: 'Deliveries of webhooks that wait or were given up',
        labelNames: ['state'],
      },
      async () => {
        const counts = await store.countDeliveries();
        const sum = (state: 'pending' | 'dead'): number => counts.reduce((total, one) => total + one[state], 0);
        return [
          [{ state: 'pending' }, sum('pending')],
          [{ state: 'dead' }, sum('dead')],
        ] as const;
      },
    );
  }
}
