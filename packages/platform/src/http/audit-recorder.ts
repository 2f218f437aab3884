import type { AuditRecord } from '@numscope/contracts';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import { outgoing } from '../events.ts';
import { type Clock, systemClock } from '../ports/clock.port.ts';
import type { EventBus, OutgoingEvent } from '../ports/event-bus.port.ts';
import { boundedText } from './masking.ts';
import { RefusalGroups } from './refusal-groups.ts';

const FLUSH_MS = 250;
const RETRY_MS = 1000;
const MAX_GROUP = 500;
/** How often it is looked whether the minute of a group of refusals is over. */
const LOOK_MS = 5000;

/** The one key of the audit: its chain has one order. */
const AUDIT_KEY = 'audit';

/** The event of an entry. Its texts are cut to what an entry holds; its arguments are bounded by who made them. */
export function auditEvent(record: AuditRecord, trace?: string): OutgoingEvent {
  const bounded = {
    ...record,
    details: boundedText(record.details, 500),
    username: boundedText(record.username, 200),
    ip: boundedText(record.ip, 100),
    outcome: boundedText(record.outcome, 100),
  };
  return outgoing('audit.logged', AUDIT_KEY, bounded, { trace: trace?.slice(0, 128) });
}

/** Nobody known was refused. A wrong password is told of by auth, which bounds how often it may be tried. */
const isByStranger = ({ userId, outcome, actionType }: AuditRecord): boolean =>
  userId === undefined && outcome !== 'OK' && !(actionType === 'LOGIN' && outcome === 'BAD_CREDENTIALS');

/**
 * Takes what calls did to the audit's topic: in groups, so that an audited read costs its caller nothing but a queue. A
 * change puts its event into its own store's outbox instead, so that both are kept or neither.
 */
export class AuditRecorder {
  readonly #bus: EventBus;
  readonly #log: Logger;
  #queue: OutgoingEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #oneAtATime = pLimit(1);
  readonly #refusals: RefusalGroups;
  #looking: NodeJS.Timeout | undefined;

  constructor(bus: EventBus, log: Logger, clock: Clock = systemClock) {
    this.#bus = bus;
    this.#log = log;
    this.#refusals = new RefusalGroups(clock);
  }

  /** Records what came of a call, by its name. Refusals of strangers are counted in groups. */
  recordCall(record: AuditRecord, call: string, trace?: string): void {
    const entry = isByStranger(record) ? this.#refusals.take(record, call) : record;
    if (entry) this.record(auditEvent(entry, trace));
    if (this.#refusals.size > 0) this.#looking ??= setTimeout(() => this.#look(), LOOK_MS).unref();
  }

  record(event: OutgoingEvent): void {
    this.#queue.push(event);
    if (this.#queue.length >= MAX_GROUP) void this.#handOver();
    else this.#timer ??= setTimeout(() => void this.#handOver(), FLUSH_MS);
  }

  /** Hands over what is recorded, and what was counted in groups whose minute is over. */
  flush(): Promise<void> {
    for (const record of this.#refusals.due()) this.#queue.push(auditEvent(record));
    return this.#handOver();
  }

  /** Hands over all there is before the process ends. */
  close(): Promise<void> {
    clearTimeout(this.#looking);
    for (const record of this.#refusals.all()) this.#queue.push(auditEvent(record));
    return this.#handOver();
  }

  #look(): void {
    this.#looking = this.#refusals.size > 0 ? setTimeout(() => this.#look(), LOOK_MS).unref() : undefined;
    void this.flush();
  }

  #handOver(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#oneAtATime(() => this.#publish());
  }

  async #publish(): Promise<void> {
    const events = this.#queue;
    if (events.length === 0) return;
    this.#queue = [];
    try {
      await this.#bus.publish(events);
    } catch (error) {
      this.#log.error(
        { reason: reasonOf(error), entries: events.length },
        'audit entries could not be handed over; they are tried again',
      );
      this.#queue = [...events, ...this.#queue];
      this.#timer ??= setTimeout(() => void this.#handOver(), RETRY_MS);
    }
  }
}
