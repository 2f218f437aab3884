import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import type { Delivery } from '@numscope/contracts';
import { deliveryStates, webhookEvents } from '@numscope/contracts/lists';
import type { OutgoingEvent } from '@numscope/platform';
import type {
  DeliveryCounts,
  DeliveryRequest,
  DueDelivery,
  KeptWebhook,
  NewDelivery,
  Settlement,
} from '../../webhooks/webhook-store.port.ts';

const isPhones = `type = '${'profile.updated' satisfies NewDelivery['type']}'`;

/** Reads a row of the table `delivery`. */
export const deliveryRow = (row: SqlRow) => ({
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

function shown(row: SqlRow): Delivery {
  const { seq: _seq, webhook: _webhook, json: _json, nextAt, ...delivery } = deliveryRow(row);
  return { ...delivery, id: delivery.event, nextAt: delivery.state === 'PENDING' ? nextAt : null };
}

/** Webhooks, and what is on its way to them, a row each. A delivery's id is that of its event. */
export class WebhookRows {
  readonly #db: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #sql;

  constructor(db: DatabaseSync, outbox: Outbox) {
    this.#db = db;
    this.#outbox = outbox;
    this.#sql = {
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
  }

  /** As JSON. */
  records = (): string[] => this.#sql.all.all().map((row) => column.text(row, 'record'));

  keep(webhook: KeptWebhook, events: OutgoingEvent[]): void {
    transaction(this.#db, () => {
      this.#sql.keep.run(webhook.id, webhook.createdOn, JSON.stringify(webhook));
      this.#outbox.append(events);
    });
  }

  change(webhook: KeptWebhook, events: OutgoingEvent[]): boolean {
    return transaction(this.#db, () => {
      if (Number(this.#sql.change.run(JSON.stringify(webhook), webhook.id).changes) === 0) return false;
      this.#outbox.append(events);
      return true;
    });
  }

  drop(id: string, events: OutgoingEvent[]): void {
    transaction(this.#db, () => {
      this.#sql.drop.run(id);
      this.#sql.dropDeliveries.run(id);
      this.#outbox.append(events);
    });
  }

  queue(deliveries: readonly NewDelivery[]): void {
    transaction(this.#db, () => {
      for (const { webhook, event, type, key, json, at } of deliveries)
        this.#sql.queue.run(webhook, event, type, key, json, at);
    });
  }

  due(webhook: string, now: number, limit: number): DueDelivery[] {
    return this.#sql.due.all(webhook, now, limit).map((row) => {
      const { event, type, key, json, attempts, queuedAt } = deliveryRow(row);
      return { id: event, webhook, event, type, key, json, attempts, queuedAt };
    });
  }

  settle(webhook: string, id: string, { state, attempts, at, nextAt, status, reason }: Settlement): void {
    transaction(this.#db, () => {
      const row = this.#sql.settle.get(webhook, id, state, attempts, at, nextAt, status, reason);
      if (row && state === 'PENDING')
        this.#sql.hold.run(webhook, column.text(row, 'type'), column.text(row, 'key'), nextAt);
    });
  }

  page(webhook: string, { state, offset, limit }: DeliveryRequest): { deliveries: Delivery[]; total: number } {
    const [rows, counted] =
      state === null
        ? [this.#sql.page.all(webhook, limit, offset), this.#sql.count.get(webhook)]
        : [this.#sql.pageOfState.all(webhook, state, limit, offset), this.#sql.countOfState.get(webhook, state)];
    return { deliveries: rows.map(shown), total: column.number(counted ?? {}, 'found') };
  }

  counts(): DeliveryCounts[] {
    return this.#sql.counts.all().map((row) => ({
      webhook: column.text(row, 'webhook'),
      pending: column.number(row, 'pending'),
      dead: column.number(row, 'dead'),
    }));
  }

  replay(webhook: string, delivery: string | null, at: number, events: OutgoingEvent[]): number {
    return transaction(this.#db, () => {
      const count = Number(this.#sql.replay.run(webhook, delivery, at).changes);
      if (count > 0 || delivery === null) this.#outbox.append(events);
      return count;
    });
  }

  forget(deliveredBefore: number, deadBefore: number): void {
    this.#sql.forget.run('DELIVERED', deliveredBefore);
    this.#sql.forget.run('DEAD', deadBefore);
  }

  erase(phone: string): number {
    return Number(this.#sql.erase.run(phone).changes);
  }
}
