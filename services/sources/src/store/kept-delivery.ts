import type { Delivery } from '@numscope/contracts';
import type { DueDelivery } from '../webhooks/webhook-store.port.ts';

/** One event on its way to one webhook, as stores keep it; `seq` is its place in the order of its key. */
export interface KeptDelivery extends Omit<Delivery, 'id' | 'nextAt'> {
  webhook: string;
  seq: number;
  /** The whole event, as it is sent. */
  json: string;
  nextAt: number;
}

/** As it is shown to people. A delivery's id is that of its event. */
export const shownDelivery = ({
  webhook: _webhook,
  seq: _seq,
  json: _json,
  nextAt,
  ...delivery
}: KeptDelivery): Delivery => ({
  ...delivery,
  id: delivery.event,
  nextAt: delivery.state === 'PENDING' ? nextAt : null,
});

/** As it is sent. */
export const dueDelivery = ({ webhook, event, type, key, json, attempts, queuedAt }: KeptDelivery): DueDelivery => ({
  id: event,
  webhook,
  event,
  type,
  key,
  json,
  attempts,
  queuedAt,
});
