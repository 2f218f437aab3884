import type { DomainEvent, Topic } from '@numscope/contracts';

/**
 * An event on its way out: already serialised, so that an outbox can keep it and a bus can store it without parsing.
 */
export interface OutgoingEvent {
  topic: Topic;
  id: string;
  /** Order holds per key. */
  key: string;
  /** The whole envelope as JSON. */
  json: string;
}

/** An event as a consumer meets it: parsed and checked against its schema. */
export type IncomingEvent<T extends Topic> = DomainEvent<T>;

export interface HandleContext {
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the consumer is being closed. */
  signal: AbortSignal;
}

/** What a subscription has that does not say otherwise, on every bus. */
export const subscriptionDefaults = { maxInFlight: 4, batchSize: 500, graceMs: 10_000 };

interface SubscriptionOptions<T extends Topic> {
  topic: T;
  /** Consumers of one group share the topic; each group sees all of it. */
  group: string;
  /**
   * Where a group that never read before begins; `earliest` unless said. A group that begins at the latest is of this
   * process alone: nobody goes on where it was, so that its places need not be kept.
   */
  from?: 'earliest' | 'latest';
  /**
   * `ordered`: one batch of a partition at a time, the next after the commit. `concurrent`: up to `maxInFlight` batches
   * of each partition at once, for handlers that wait long; commits follow the oldest unfinished one. Default ordered.
   */
  mode?: 'ordered' | 'concurrent';
  maxInFlight?: number;
  /** Most events in a batch. */
  batchSize?: number;
  /**
   * Tries of a batch before its events are tried one by one and what still fails goes to the dead letters. Unless said 5 and, where none of its events
   * could be handled, 4 more within ten seconds.
   */
  attempts?: number;
  /**
   * Milliseconds after which a handler that says nothing is taken for stuck and asked again, so whatever it still does comes twice. Unless said three
   * minutes, and for `concurrent` no end.
   */
  withinMs?: number;
  /** Told of events that were given up: they go to the dead letters. */
  onDead?(count: number): void;
}

export interface Subscription<T extends Topic> extends SubscriptionOptions<T> {
  /** Must be safe to repeat. Resolving commits. A `TransientError` is retried without end, with growing pauses. */
  handle(events: IncomingEvent<T>[], context: HandleContext): Promise<void>;
}

/**
 * For the topics with an event per phone: their texts go as they are to the thread that handles them, which checks what
 * it reads of them.
 */
export interface TextSubscription<T extends Topic> extends SubscriptionOptions<T> {
  /**
   * As `handle`. An event that is not what it should be must be refused with an error.
   * @param texts each one event or several, one a line, as `eventTexts` takes them apart: handing a thread few long texts
   *   costs a tenth of many short ones
   */
  handleTexts(texts: readonly string[], context: HandleContext): Promise<void>;
}

export type AnySubscription<T extends Topic> = Subscription<T> | TextSubscription<T>;

export interface Consumer {
  /** Stops taking events, lets what is being handled finish (or aborts it after `graceMs` milliseconds), commits. */
  close(graceMs?: number): Promise<void>;
}

/** As whose an event lies with the dead letters that never came onto the bus: no group has met it. */
export const OUTBOX_GROUP = 'outbox';

/** An event that can never be published. */
export interface UnpublishedEvent {
  event: OutgoingEvent;
  reason: string;
}

export interface DeadLetter {
  topic: Topic;
  /** Who gave it up. */
  group: string;
  reason: string;
  at: number;
  json: string;
}

/** One event's place: offsets of a partition only grow, and an event that is kept never gets a smaller one. */
export interface LogPlace {
  topic: Topic;
  partition: number;
  offset: number;
}

export interface PlacedEvent extends LogPlace {
  /** The whole envelope as JSON. */
  json: string;
}

/** What is kept of some topics. */
export interface LogExtent {
  /** Names this log: another engine's, and one that was set back to an earlier state, has another name. */
  log: string;
  /** Kept are the offsets from `start` up to, not including, `end`. */
  partitions: Array<{ topic: Topic; partition: number; start: number; end: number }>;
}

export interface Reading {
  /** The next event of each partition that is to be read. */
  from: readonly LogPlace[];
  /** Gets the events of each partition in order; the next ones only once it has resolved. */
  take(events: readonly PlacedEvent[]): Promise<void>;
  /** Told the place behind what was erased, where no event comes before it: whoever keeps its place stands there. */
  passed?(place: LogPlace): void;
  /** Told once when reading has ended by a fault, of `take` too: whoever reads begins anew where it stood. */
  failed(error: unknown): void;
}

export interface LogReader {
  /** Nothing is taken any more. */
  close(): Promise<void>;
}

/** What an erasure did to the events that are kept. */
export interface ErasedEvents {
  /** How many there were; null where they are not counted, since each would have to be read. */
  count: number | null;
  /**
   * For how long, in milliseconds, files of the bus may hold something of it at most: 0 for not at all, null for ever.
   * Nobody who reads the newest event of the number finds it.
   */
  keptMs: number | null;
  /** Erase once more after this time, in milliseconds, so that the rest goes soon; null: not needed. */
  againMs: number | null;
}

/** Events by topic: durable, ordered per key, at least once. */
export interface EventBus {
  /**
   * Resolves when the events are durable, each key's in the given order, also over calls that did not wait for each
   * other. A call that rejects may have stored a part of its events: the caller repeats it, and consumers know a repeat
   * by the event's id.
   * @throws TooLargeEvents where it could never take one of them; nothing is stored then
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  /** The same of events that came as one text, as `packEvents` makes it; of none when it is empty. */
  publishPacked(packed: string): Promise<void>;
  /** Puts events that can never be published with the dead letters. A repeat lies there twice. */
  giveUp(unpublished: readonly UnpublishedEvent[]): Promise<void>;
  subscribe<T extends Topic>(subscription: AnySubscription<T>): Promise<Consumer>;
  /** Where the logs of these topics begin and end now. */
  extent(topics: readonly Topic[]): Promise<LogExtent>;
  /** Reads from exact places on, for one reader that keeps its place itself; no group is moved. */
  read(reading: Reading): Promise<LogReader>;
  /** How far a group is behind, in events, over all partitions of the topic. */
  lag(topic: Topic, group: string): Promise<number>;
  /** What could not be handled, newest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>;
  /**
   * Takes a number out of all events that are kept, those of the audit apart, and the events of its pictures: at once,
   * or where events cannot be changed by an empty record behind them. Groups hear nothing of that. May be repeated.
   * @param pictures ids of pictures that are gone: no other number has them
   */
  erase(phone: string, pictures: readonly string[]): Promise<ErasedEvents>;
  /** Rejects when the bus cannot be reached or written. */
  check(): Promise<void>;
  close(): Promise<void>;
}
