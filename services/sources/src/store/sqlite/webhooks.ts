import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { Delivery } from '@numscope/contracts';
import { deliveryStates, webhookEvents } from '@numscope/contracts/lists';
import type { OutgoingEvent } from '@numscope/platform';
import type { KeptWebhook } from '../../webhooks/kept-webhook.ts';
import type {
  DeliveryCounts,
  DeliveryRequest,
  DueDelivery,
  NewDelivery,
  Settlement,
} from '../../webhooks/webhook-store.port.ts';
import { dueDelivery, type KeptDelivery, shownDelivery } from '../kept-delivery.ts';

const isPhones = `type = '${'profile.updated' satisfies NewDelivery['type']}'`;

/** Reads a row of the table `delivery`. */
export const deliveryRow = (row: SqlRow): KeptDelivery => ({
  seq: column.number(row, 'seq'),
  webhook: column.text(row, 'webhook'),
  event: column.text(row, 'event'),
  type: column.oneOf(row, 'type', webhookEvents),
  key: column.text(row, 'key'),
  json: column.text(row, 'json'),
  state: column.oneOf(row, 'state', deliveryStates),
  attempts: column.number(row, 'attempts'),
  queuedAt: column.number(row, 'queued_at'),
  nextAt: column.number(row, 'next_at'),
  lastAt: column.numberOrNull(row, 'last_at'),
  status: column.numberOrNull(row, 'status'),
  reason: column.textOrNull(row, 'reason'),
});

/** Webhooks, and what is on its way to them, a row each, as the store has them. A delivery's id is that of its event. */
export function webhookRows(db: DatabaseSync, outbox: Outbox) {
  const sql = {
    all: db.prepare('SELECT record FROM webhook ORDER BY at, id'),
    keep: db.prepare('INSERT INTO webhook (id, at, record) VALUES (?, ?, ?)'),
    change: db.prepare('UPDATE webhook SET record = ? WHERE id = ?'),
    drop: db.prepare('DELETE FROM webhook WHERE id = ?'),
    dropDeliveries: db.prepare('DELETE FROM delivery WHERE webhook = ?'),
    // One that comes behind others of its key is due no sooner than these.
    queue: db.prepare(
      `INSERT INTO delivery (webhook, event, type, key, json, state, attempts, queued_at, next_at)
       SELECT ?1, ?2, ?3, ?4, ?5, 'PENDING', 0, ?6,
         coalesce((SELECT max(next_at) FROM delivery WHERE webhook = ?1 AND type = ?3 AND key = ?4 AND state = 'PENDING'), ?6)
       WHERE EXISTS (SELECT 1 FROM webhook WHERE id = ?1)
       ON CONFLICT (webhook, event) DO NOTHING`,
    ),
    due: db.prepare(
      `SELECT * FROM delivery AS one WHERE webhook = ?1 AND state = 'PENDING' AND next_at <= ?2 AND NOT EXISTS (
         SELECT 1 FROM delivery AS other
         WHERE other.webhook = ?1 AND other.type = one.type AND other.key = one.key AND other.state = 'PENDING' AND other.seq < one.seq
       ) ORDER BY next_at, seq LIMIT ?3`,
    ),
    settle: db.prepare(
      `UPDATE delivery SET state = ?3, attempts = ?4, last_at = ?5, next_at = ?6, status = ?7, reason = ?8
       WHERE webhook = ?1 AND event = ?2 AND state = 'PENDING' RETURNING type, key`,
    ),
    hold: db.prepare(
      `UPDATE delivery SET next_at = ?4 WHERE webhook = ?1 AND type = ?2 AND key = ?3 AND state = 'PENDING' AND next_at < ?4`,
    ),
    page: db.prepare('SELECT * FROM delivery WHERE webhook = ? ORDER BY seq DESC LIMIT ? OFFSET ?'),
    pageOfState: db.prepare(
      'SELECT * FROM delivery WHERE webhook = ? AND state = ? ORDER BY seq DESC LIMIT ? OFFSET ?',
    ),
    count: db.prepare('SELECT count(*) AS found FROM delivery WHERE webhook = ?'),
    countOfState: db.prepare('SELECT count(*) AS found FROM delivery WHERE webhook = ? AND state = ?'),
    counts: db.prepare(
      `SELECT webhook, sum(state = 'PENDING') AS pending, sum(state = 'DEAD') AS dead FROM delivery
       WHERE state IN ('PENDING', 'DEAD') GROUP BY webhook`,
    ),
    replay: db.prepare(
      `UPDATE delivery SET state = 'PENDING', attempts = 0, queued_at = ?3, next_at = ?3
       WHERE webhook = ?1 AND state = 'DEAD' AND (?2 IS NULL OR event = ?2)`,
    ),
    forget: db.prepare('DELETE FROM delivery WHERE state = ? AND last_at < ?'),
    erase: db.prepare(`DELETE FROM delivery WHERE key = ? AND ${isPhones}`),
  };

  return {
    /** As JSON. */
    webhookRecords: (): string[] => sql.all.all().map((row) => column.text(row, 'record')),

    keepWebhook: (webhook: KeptWebhook, events: OutgoingEvent[]): void =>
      transaction(db, () => {
        sql.keep.run(webhook.id, webhook.createdOn, JSON.stringify(webhook));
        outbox.append(events);
      }),

    changeWebhook: (webhook: KeptWebhook, events: OutgoingEvent[]): boolean =>
      transaction(db, () => {
        if (Number(sql.change.run(JSON.stringify(webhook), webhook.id).changes) === 0) return false;
        outbox.append(events);
        return true;
      }),

    dropWebhook: (id: string, events: OutgoingEvent[]): void =>
      transaction(db, () => {
        sql.drop.run(id);
        sql.dropDeliveries.run(id);
        outbox.append(events);
      }),

    queueDeliveries: (deliveries: readonly NewDelivery[]): void =>
      transaction(db, () => {
        for (const { webhook, event, type, key, json, at } of deliveries)
          sql.queue.run(webhook, event, type, key, json, at);
      }),

    dueDeliveries: (webhook: string, now: number, limit: number): DueDelivery[] =>
      sql.due.all(webhook, now, limit).map((row) => dueDelivery(deliveryRow(row))),

    settleDelivery(webhook: string, id: string, { state, attempts, at, nextAt, status, reason }: Settlement): void {
      transaction(db, () => {
        const row = sql.settle.get(webhook, id, state, attempts, at, nextAt, status, reason);
        if (row && state === 'PENDING')
          sql.hold.run(webhook, column.text(row, 'type'), column.text(row, 'key'), nextAt);
      });
    },

    deliveries(webhook: string, { state, offset, limit }: DeliveryRequest): { deliveries: Delivery[]; total: number } {
      const [rows, counted] =
        state === null
          ? [sql.page.all(webhook, limit, offset), sql.count.get(webhook)]
          : [sql.pageOfState.all(webhook, state, limit, offset), sql.countOfState.get(webhook, state)];
      const deliveries = rows.map((row) => shownDelivery(deliveryRow(row)));
      return { deliveries, total: column.number(counted ?? {}, 'found') };
    },

    countDeliveries: (): DeliveryCounts[] =>
      sql.counts.all().map((row) => ({
        webhook: column.text(row, 'webhook'),
        pending: column.number(row, 'pending'),
        dead: column.number(row, 'dead'),
      })),

    replayDeliveries: (webhook: string, delivery: string | null, at: number, events: OutgoingEvent[]): number =>
      transaction(db, () => {
        const count = Number(sql.replay.run(webhook, delivery, at).changes);
        if (count > 0 || delivery === null) outbox.append(events);
        return count;
      }),

    forgetDeliveries(deliveredBefore: number, deadBefore: number): void {
      sql.forget.run('DELIVERED', deliveredBefore);
      sql.forget.run('DEAD', deadBefore);
    },

    eraseDeliveries: (phone: string): number => Number(sql.erase.run(phone).changes),
  };
}
