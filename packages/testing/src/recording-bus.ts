import { type DomainEvent, eventSchema, type Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type Consumer,
  type DeadLetter,
  type ErasedEvents,
  type EventBus,
  type LogExtent,
  type LogReader,
  type OutgoingEvent,
  type Reading,
  TooLargeEvents,
  unpackEvents,
  OUTBOX_GROUP,
  type UnpublishedEvent,
} from '@numscope/platform';
import { GroupReader } from './group-reader.ts';

type Predicate<T extends Topic> = (event: DomainEvent<T>) => boolean;
interface Waiter {
  topic: Topic;
  check(json: string): void;
}

const parse = <T extends Topic>(topic: T, json: string): DomainEvent<T> =>
  eventSchema(topic).parse(JSON.parse(json)) as DomainEvent<T>;

/**
 * An event bus in memory that remembers everything and tells when it was handled. Each topic is one partition, so order
 * is global.
 */
export class RecordingBus implements EventBus {
  readonly #log = new Map<Topic, OutgoingEvent[]>();
  readonly #groups = new Map<string, GroupReader>();
  readonly #dead: DeadLetter[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #readers = new Set<() => void>();
  #failure: Error | null = null;
  /** A larger event is never taken. */
  mostBytes = Number.POSITIVE_INFINITY;
  /** The numbers that were to be erased, each with its pictures; all but their dead letters stays as long as the bus. */
  readonly erased: Array<[phone: string, ...pictures: string[]]> = [];
  /** What an erasure answers. */
  erasing: ErasedEvents = { count: null, keptMs: null, againMs: null };

  /** Makes publishing and checks reject with `error`, as when the bus is out of reach; null: it is back. */
  failWith(error: Error | null): void {
    this.#failure = error;
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    const tooLarge = events.filter(({ json }) => Buffer.byteLength(json) > this.mostBytes);
    const fault = { reason: 'too large', mostBytes: this.mostBytes };
    if (tooLarge.length > 0) throw new TooLargeEvents(new Map(tooLarge.map(({ id }) => [id, fault])));
    for (const event of events) this.#topic(event.topic).push(event);
    for (const group of this.#groups.values()) group.wake();
    for (const wake of this.#readers) wake();
    for (const event of events)
      for (const waiter of this.#waiters) if (waiter.topic === event.topic) waiter.check(event.json);
  }

  publishPacked(packed: string): Promise<void> {
    return this.publish(unpackEvents(packed));
  }

  async giveUp(unpublished: readonly UnpublishedEvent[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    const at = Date.now();
    for (const { event, reason } of unpublished)
      this.#dead.unshift({ topic: event.topic, group: OUTBOX_GROUP, reason, at, json: event.json });
  }

  async subscribe<T extends Topic>(subscription: AnySubscription<T>): Promise<Consumer> {
    const { topic, group } = subscription;
    const log = this.#topic(topic);
    const name = `${topic} ${group}`;
    let reader = this.#groups.get(name);
    if (!reader) {
      const letter = (json: string, reason: string): void =>
        void this.#dead.unshift({ topic, group, reason, at: Date.now(), json });
      reader = new GroupReader(log, subscription.from === 'latest' ? log.length : 0, letter);
      this.#groups.set(name, reader);
    }
    return reader.add(subscription as AnySubscription<Topic>);
  }

  async extent(topics: readonly Topic[]): Promise<LogExtent> {
    if (this.#failure) throw this.#failure;
    const partitions = topics.map((topic) => ({ topic, partition: 0, start: 0, end: this.#topic(topic).length }));
    return { log: 'recording', partitions };
  }

  async read({ from, take, failed }: Reading): Promise<LogReader> {
    if (this.#failure) throw this.#failure;
    const places = from.map((place) => ({ ...place }));
    let turn = Promise.resolve();
    const wake = (): void => {
      turn = turn
        .then(() => round())
        .catch((error: unknown) => {
          if (this.#readers.delete(wake)) failed(error);
        });
    };
    const round = async (): Promise<void> => {
      for (const place of places) {
        const { topic, partition, offset } = place;
        const events = this.#topic(topic)
          .slice(offset)
          .map(({ json }, index) => ({ topic, partition, offset: offset + index, json }));
        if (events.length === 0 || !this.#readers.has(wake)) continue;
        await take(events);
        place.offset += events.length;
      }
    };
    this.#readers.add(wake);
    wake();
    return {
      close: async () => {
        this.#readers.delete(wake);
        await turn;
      },
    };
  }

  async lag(topic: Topic, group: string): Promise<number> {
    const log = this.#topic(topic);
    return log.length - (this.#groups.get(`${topic} ${group}`)?.committed ?? 0);
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return this.#dead.slice(0, limit);
  }

  async erase(phone: string, pictures: readonly string[]): Promise<ErasedEvents> {
    this.erased.push([phone, ...pictures]);
    const left = this.#dead.filter(({ json }) => !json.includes(phone.slice(1)));
    this.#dead.splice(0, this.#dead.length, ...left);
    return this.erasing;
  }

  async check(): Promise<void> {
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#groups.values()].map((group) => group.close()));
  }

  /** Everything published to a topic so far, parsed. Throws if a published event does not fit its schema. */
  published<T extends Topic>(topic: T): Array<DomainEvent<T>> {
    return this.#topic(topic).map((event) => parse(topic, event.json));
  }

  /** The first event of a topic, past or to come, that fits. */
  waitFor<T extends Topic>(topic: T, predicate: Predicate<T> = () => true): Promise<DomainEvent<T>> {
    const past = this.published(topic).find(predicate);
    if (past) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        topic,
        check: (json) => {
          try {
            const event = parse(topic, json);
            if (!predicate(event)) return;
            resolve(event);
          } catch (error) {
            reject(error);
          }
          this.#waiters.delete(waiter);
        },
      };
      this.#waiters.add(waiter);
    });
  }

  /**
   * Publishes and resolves when every group that has a consumer for these topics has committed them, as handled or as
   * dead letters.
   */
  async deliver(...events: OutgoingEvent[]): Promise<void> {
    await this.publish(events);
    await Promise.all([...new Set(events.map((event) => event.topic))].map((topic) => this.#caughtUp(topic)));
  }

  /** Resolves when no group has anything left to handle, what handlers published meanwhile included. */
  async settled(): Promise<void> {
    do await Promise.all([...this.#log.keys()].map((topic) => this.#caughtUp(topic)));
    while ([...this.#groups.values()].some((group) => group.isBehind));
  }

  async #caughtUp(topic: Topic): Promise<void> {
    const end = this.#topic(topic).length;
    const groups = [...this.#groups].filter(([name]) => name.startsWith(`${topic} `));
    await Promise.all(groups.map(([, group]) => group.reached(end)));
  }

  #topic(topic: Topic): OutgoingEvent[] {
    let log = this.#log.get(topic);
    if (!log) this.#log.set(topic, (log = []));
    return log;
  }
}
