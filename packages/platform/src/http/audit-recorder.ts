import type { AuditRecord } from '@numscope/contracts';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import { outgoing } from '../events.ts';
import type { EventBus, OutgoingEvent } from '../ports/event-bus.port.ts';

const FLUSH_MS = 250;
const RETRY_MS = 1000;
const MAX_GROUP = 500;

/** The one key of the audit: its chain has one order. */
export const AUDIT_KEY = 'audit';

export const auditEvent = (record: AuditRecord, trace?: string): OutgoingEvent => outgoing('audit.logged', AUDIT_KEY, record, { trace });

/**
 * Takes what calls did to the audit's topic: in groups, so that an audited read costs its caller nothing but a queue. A change
 * puts its event into its own store's outbox instead, so that both are kept or neither.
 */
export class AuditRecorder {
  readonly #bus: EventBus;
  readonly #log: Logger;
  #queue: OutgoingEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(bus: EventBus, log: Logger) {
    this.#bus = bus;
    this.#log = log;
  }

  record(event: OutgoingEvent): void {
    this.#queue.push(event);
    if (this.#queue.length >= MAX_GROUP) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#publish());
    return this.#flushing;
  }

  async #publish(): Promise<void> {
    const events = this.#queue;
    if (events.length === 0) return;
    this.#queue = [];
    try {
      await this.#bus.publish(events);
    } catch (error) {
      this.#log.error({ reason: reasonOf(error), entries: events.length }, 'audit entries could not be handed over; they are tried again');
      this.#queue = [...events, ...this.#queue];
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS);
    }
  }
}
