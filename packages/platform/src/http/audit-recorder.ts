import type { AuditRecord, CarriedEntry } from '@numscope/contracts';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import { outgoing } from '../events.ts';
import { newId } from '../ids.ts';
import { type Clock, systemClock } from '../ports/clock.port.ts';
import type { EventBus, OutgoingEvent } from '../ports/event-bus.port.ts';
import { boundedText } from './masking.ts';
import { RefusalGroups } from './refusal-groups.ts';

const FLUSH_MS = 250;
const RETRY_MS = 1000;
const MAX_GROUP = 500;
/** Entries that wait in memory while the bus takes none; further ones are lost, and counted. */
const MAX_WAITING = 100_000;
/** Their JSON, in characters: an entry of a large call has many. */
const MAX_WAITING_CHARS = 64_000_000;
/** Entries that go to the bus at once: what it does not take is prepared again at each try. */
const SLICE = 1000;
/** For so long it is tried before the process ends, which is given 25 s for all that it closes. */
const CLOSE_MS = 15_000;
/** How often it is looked whether the minute of a group of refusals is over. */
const LOOK_MS = 5000;

/** The one key of the audit: its chain has one order. */
const AUDIT_KEY = 'audit';

/**
 * The event of an entry. Its texts are cut to what an entry holds; its arguments are bounded by who made them.
 * @param id given where the same entry may go out twice: the trail keeps it once
 */
export function auditEvent(record: AuditRecord, trace?: string, id = newId()): OutgoingEvent {
  const bounded = {
    ...record,
    details: boundedText(record.details, 500),
    username: boundedText(record.username, 200),
    ip: boundedText(record.ip, 100),
    outcome: boundedText(record.outcome, 100),
  };
  return outgoing('audit.logged', AUDIT_KEY, bounded, { id, trace: trace?.slice(0, 128) });
}

/** What another service handed over for the commit of the change that it asks for; none: it has no entry to keep. */
export const carriedEvents = (entry: CarriedEntry | undefined): OutgoingEvent[] => {
  if (!entry) return [];
  const { id, trace, ...record } = entry;
  return [auditEvent(record, trace, id)];
};

/**
 * Each is told of. How often a password may be tried is bounded by auth; and who is asked for a code has the password,
 * which its owner must be able to see.
 */
const toldOfEach: ReadonlySet<string> = new Set(['OK', 'BAD_CREDENTIALS', 'CODE_REQUIRED', 'CODE_WRONG']);

/** Nobody known was refused. */
const isByStranger = ({ userId, outcome, actionType }: AuditRecord): boolean =>
  userId === undefined && !(actionType === 'LOGIN' ? toldOfEach.has(outcome) : outcome === 'OK');

/**
 * Takes what calls did to the audit's topic: in groups, so that an audited read costs its caller nothing but a queue. A
 * change puts its event into its own store's outbox instead, so that both are kept or neither.
 */
export class AuditRecorder {
  readonly #bus: EventBus;
  readonly #log: Logger;
  #queue: OutgoingEvent[] = [];
  #chars = 0;
  /** How many of the first of the queue the bus has not answered for yet. */
  #underWay = 0;
  #dropped = 0;
  /** Whether the bus did not take the last ones: the timer is that of the next try. */
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Told when nothing waits any more, before the process ends. */
  #emptied: (() => void) | undefined;
  #gaveUp = false;
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
    const { length } = event.json;
    if (this.#queue.length >= MAX_WAITING || this.#chars + length > MAX_WAITING_CHARS) this.#dropped++;
    else {
      this.#queue.push(event);
      this.#chars += length;
    }
    this.#plan();
  }

  /** Hands over what is recorded, and what was counted in groups whose minute is over. */
  flush(): Promise<void> {
    for (const record of this.#refusals.due()) this.record(auditEvent(record));
    return this.#handOver();
  }

  /**
   * Hands over all there is before the process ends, and tries that again for 15 s. What the bus has not taken by then
   * is lost, and the log says how much.
   */
  async close(): Promise<void> {
    clearTimeout(this.#looking);
    for (const record of this.#refusals.all()) this.record(auditEvent(record));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const late = setTimeout(end, CLOSE_MS);
    this.#emptied = end;
    void this.#handOver();
    await ended;
    clearTimeout(late);
    clearTimeout(this.#timer);
    const entries = this.#queue.length + this.#dropped;
    if (entries === 0) return;
    this.#gaveUp = true;
    this.#queue = [];
    this.#log.error({ entries }, 'audit entries are lost: they could not be handed over before the end');
  }

  #look(): void {
    this.#looking = this.#refusals.size > 0 ? setTimeout(() => this.#look(), LOOK_MS).unref() : undefined;
    void this.flush();
  }

  /** Has what waits handed over soon, a full group at once. After a failure the next try that works takes all along. */
  #plan(): void {
    const waiting = this.#queue.length - this.#underWay;
    if (this.#failed || waiting === 0) return;
    const handOver = (): void => void this.#handOver(() => !this.#failed);
    if (waiting < MAX_GROUP) this.#timer ??= setTimeout(handOver, FLUSH_MS);
    else if (this.#oneAtATime.pendingCount === 0) handOver();
  }

  /** @param wanted asked once it is this one's turn */
  #handOver(wanted = (): boolean => true): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#oneAtATime(async () => {
      if (wanted()) await this.#publish();
    });
  }

  /** All that waits now, in slices: each once the bus has taken the one before. */
  async #publish(): Promise<void> {
    try {
      for (let left = this.#queue.length; left > 0; left -= SLICE) await this.#publishSlice(Math.min(left, SLICE));
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      if (!this.#gaveUp) this.#tryAgain(error);
    }
    if (this.#dropped > 0)
      this.#log.error({ entries: this.#dropped }, 'audit entries are lost: too many waited to be handed over');
    this.#dropped = 0;
    if (this.#queue.length === 0) this.#emptied?.();
    else this.#plan();
  }

  async #publishSlice(entries: number): Promise<void> {
    const events = this.#queue.slice(0, entries);
    this.#underWay = events.length;
    try {
      await this.#bus.publish(events);
      this.#queue.splice(0, events.length);
      for (const { json } of events) this.#chars -= json.length;
    } finally {
      this.#underWay = 0;
    }
  }

  #tryAgain(error: unknown): void {
    this.#log.error(
      { reason: reasonOf(error), entries: this.#queue.length },
      'audit entries could not be handed over; they are tried again',
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#handOver(), RETRY_MS);
  }
}
