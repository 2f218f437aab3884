import type { Delivery, DeliveryState, WebhookEvent } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { KeptWebhook } from './kept-webhook.ts';

/** An event that is to be sent to a webhook. */
export interface NewDelivery {
  webhook: string;
  /** The event's id: one that comes again is the same delivery. */
  event: string;
  type: WebhookEvent;
  key: string;
  /** The whole event, as it is sent. */
  json: string;
  at: number;
}

export interface DueDelivery extends Omit<NewDelivery, 'at'> {
  id: string;
  attempts: number;
  queuedAt: number;
}

/** What came of an attempt. */
export interface Settlement {
  state: DeliveryState;
  attempts: number;
  at: number;
  /** Ignored unless PENDING. */
  nextAt: number;
  status: number | null;
  reason: string | null;
}

export interface DeliveryRequest {
  state: DeliveryState | null;
  offset: number;
  limit: number;
}

/** How many wait, and how many were given up. */
export interface DeliveryCounts {
  webhook: string;
  pending: number;
  dead: number;
}

/** Webhooks, and what is on its way to them. Times in milliseconds. */
export interface WebhookStore {
  /** In the order in which they were made. */
  webhooks(): Promise<KeptWebhook[]>;
  /** Makes it. The events go out exactly when that holds. */
  keepWebhook(webhook: KeptWebhook, events: OutgoingEvent[]): Promise<void>;
  /** Replaces the one with its id, with the events. False, and nothing goes out: there is none any more. */
  changeWebhook(webhook: KeptWebhook, events: OutgoingEvent[]): Promise<boolean>;
  /** Drops a webhook with its deliveries. The events go out exactly when that holds. */
  dropWebhook(id: string, events: OutgoingEvent[]): Promise<void>;
  /** In the given order, behind what is there; what is there already stays as it is. */
  queueDeliveries(deliveries: NewDelivery[]): Promise<void>;
  /** The oldest waiting delivery of each key of a webhook, where it is due; the longest due first. */
  dueDeliveries(webhook: string, now: number, limit: number): Promise<DueDelivery[]>;
  settleDelivery(webhook: string, id: string, settlement: Settlement): Promise<void>;
  /** Newest first. */
  deliveries(webhook: string, request: DeliveryRequest): Promise<{ deliveries: Delivery[]; total: number }>;
  countDeliveries(): Promise<DeliveryCounts[]>;
  /**
   * Lets what was given up (all of it, or one) wait anew, at its old place among its key's. Resolves to how many that
   * are. The events go out with it; not where one is named that was not given up, for that is refused.
   */
  replayDeliveries(webhook: string, delivery: string | null, at: number, events: OutgoingEvent[]): Promise<number>;
  /** Drops what arrived, and what was given up, before these times. */
  forgetDeliveries(deliveredBefore: number, deadBefore: number): Promise<void>;
  /** Drops all that is about a number. Resolves to how many there were. */
  eraseDeliveries(phone: string): Promise<number>;
}
