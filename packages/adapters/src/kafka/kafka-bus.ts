import { createHash } from 'node:crypto';
import { keyedByPhone, keyedByPicture, type Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type Consumer,
  type DeadEvent,
  type DeadLetter,
  type ErasedEvents,
  type EventBus,
  type Logger,
  type LogExtent,
  type LogReader,
  newId,
  type OutgoingEvent,
  type Reading,
  reasonOf,
  type TooLargeEvent,
  TooLargeEvents,
  TransientError,
  unpackEvents,
  OUTBOX_GROUP,
  type UnpublishedEvent,
} from '@numscope/platform';
import { type Kafka, Partitioners } from 'kafkajs';
import { type EngineAccess, noAccess } from '../access/engine-access.ts';
import { namesPhone } from '../names-phone.ts';
import { untilEngineAnswers } from '../until-engine-answers.ts';
import { AdminLink } from './admin-link.ts';
import { kafkaDiagnosis } from './kafka-diagnosis.ts';
import { keysOfLetters, type LetterTopic, readDeadLetters } from './dead-letters.ts';
import { dropHandled } from './drop-handled.ts';
import { GroupConsumer } from './group-consumer.ts';
import { groupIdOf } from './groups.ts';
import { groupMember, idempotentProducer, kafkaClient } from './kafka-client.ts';
import { type KafkaAddress, parseKafkaUrl } from './kafka-url.ts';
import { letterText } from './letter-text.ts';
import { PlaceReader } from './place-reader.ts';
import { isRefusedForSize, Publisher } from './publisher.ts';
import type { Placed } from './rounds.ts';
import { DEAD_LETTERS, ensureTopics, FILE_MS, mostBytesOf, type TopicName, topicNames } from './topics.ts';

export interface KafkaBusOptions {
  /** `kafka://host:port,host:port`, as `parseKafkaUrl` reads it. */
  url: string;
  /** As whom; nobody unless said. */
  access?: EngineAccess;
  log: Logger;
  /** How long a start waits for Kafka; two minutes unless said. */
  startWithinMs?: number | undefined;
}

/** A file is closed by the first event that comes so late, and only what is closed is compacted. */
const AGAIN_MS = FILE_MS + 60_000;
const REQUESTS: Topic = 'phone.requested';
const MAKE_TOPICS_MS = 30_000;
const CHECK_MS = 5000;
const DROP_GROUP_MS = 5000;
const SIZES_AGAIN_MS = 1000;
/** Of a dead letter's reason: a schema's complaints can be long. */
const MAX_REASON_CHARS = 2000;

type PartitionMetadata = Parameters<ReturnType<typeof Partitioners.DefaultPartitioner>>[0]['partitionMetadata'];

class KafkaBus implements EventBus {
  readonly #address: KafkaAddress;
  readonly #access: EngineAccess;
  readonly #log: Logger;
  readonly #kafka: Kafka;
  readonly #admin: AdminLink;
  readonly #publisher: Publisher;
  readonly #consumers = new Set<GroupConsumer<Topic>>();
  readonly #readers = new Set<LogReader>();
  readonly #partitioner = Partitioners.DefaultPartitioner();
  #partitions = new Map<TopicName, PartitionMetadata>();
  #keptMs: ReadonlyMap<TopicName, number | null> = new Map();
  #mostBytes: ReadonlyMap<TopicName, number> = new Map();
  #sizesReadAt = 0;
  #closed = false;

  constructor(address: KafkaAddress, access: EngineAccess, log: Logger) {
    this.#address = address;
    this.#access = access;
    this.#log = log;
    this.#kafka = this.#client();
    this.#admin = new AdminLink(this.#kafka);
    this.#publisher = new Publisher(() => idempotentProducer(this.#kafka));
  }

  /** Makes the topics. */
  async start(): Promise<void> {
    const { partitions, keptMs, mostBytes } = await this.#admin.use(
      'making the topics',
      (admin) => ensureTopics(admin, this.#address, this.#log),
      MAKE_TOPICS_MS,
    );
    this.#sizesReadAt = performance.now();
    this.#partitions = new Map([...partitions].map(([name, count]) => [name, metadataOf(count)]));
    this.#keptMs = keptMs;
    this.#mostBytes = mostBytes;
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    let placed = this.#placeAll(events);
    if (this.#tooLarge(events, placed).size > 0 && (await this.#readSizesAnew())) placed = this.#placeAll(events);
    const tooLarge = this.#tooLarge(events, placed);
    if (tooLarge.size > 0) throw new TooLargeEvents(tooLarge);
    try {
      await this.#send(placed);
    } catch (error) {
      // What a consumer wanted to tell is as little lost by this as what it heard.
      throw new TransientError(`the events were not published: ${reasonOf(error)}`, { cause: error });
    }
  }

  publishPacked(packed: string): Promise<void> {
    return this.publish(unpackEvents(packed));
  }

  async giveUp(unpublished: readonly UnpublishedEvent[]): Promise<void> {
    await this.#toDeadLetters(
      unpublished.map(({ event: { topic, json }, reason }) => ({ topic, group: OUTBOX_GROUP, reason, json })),
    );
  }

  async subscribe<T extends Topic>(subscription: AnySubscription<T>): Promise<Consumer> {
    if (this.#closed) throw new Error('the bus is closed');
    const { topic, group, from } = subscription;
    const groupId = this.#groupOf(topic, group);
    const consumer = await GroupConsumer.open<T>({
      subscription,
      topic: this.#nameOf(topic),
      log: this.#log,
      create: (fetchMs) => groupMember(this.#client(), groupId, fetchMs),
      letters: (dead) => this.#toDeadLetters(dead.map((one) => ({ topic, group, ...one }))),
      beginAt: from === 'latest' ? await this.#latest(topic, groupId) : new Map<number, string>(),
    });
    const close = async (graceMs?: number): Promise<void> => {
      await consumer.close(graceMs);
      this.#consumers.delete(consumer);
    };
    if (this.#closed) await close(0);
    else this.#consumers.add(consumer);
    return { close };
  }

  async extent(topics: readonly Topic[]): Promise<LogExtent> {
    return this.#admin.use('asking where the topics end', async (admin) => {
      const [{ clusterId }, ends] = await Promise.all([
        admin.describeCluster(),
        Promise.all(
          topics.map(async (topic) => ({ topic, found: await admin.fetchTopicOffsets(this.#nameOf(topic)) })),
        ),
      ]);
      const partitions = ends.flatMap(({ topic, found }) =>
        found.map(({ partition, low, high }) => ({ topic, partition, start: Number(low), end: Number(high) })),
      );
      return { log: logName(clusterId, this.#address.prefix), partitions };
    });
  }

  async read(reading: Reading): Promise<LogReader> {
    if (this.#closed) throw new Error('the bus is closed');
    const groupId = `${this.#address.prefix}reader-${newId()}`;
    const reader = await PlaceReader.open({
      reading,
      consumer: groupMember(this.#client(), groupId),
      nameOf: (topic) => this.#nameOf(topic),
    });
    const close = async (): Promise<void> => {
      if (!this.#readers.delete(own)) return;
      await reader.close();
      // Where it fails Kafka forgets the group by itself, for nothing was committed in it.
      await this.#admin
        .use('dropping a reader', (admin) => admin.deleteGroups([groupId]), DROP_GROUP_MS)
        .catch(() => undefined);
    };
    const own: LogReader = { close };
    this.#readers.add(own);
    return own;
  }

  async lag(topic: Topic, group: string): Promise<number> {
    const { ends, committed } = await this.#offsets(topic, this.#groupOf(topic, group));
    return ends.reduce((sum, { partition, low, high }) => {
      const handled = Math.max(Number(committed.get(partition) ?? 0), Number(low));
      return sum + Math.max(0, Number(high) - handled);
    }, 0);
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.#letters(), limit);
  }

  async erase(phone: string, pictures: readonly string[]): Promise<ErasedEvents> {
    const emptied = [
      ...keyedByPhone.map((topic) => this.#place(topic, phone, null)),
      ...pictures.flatMap((id) => keyedByPicture.map((topic) => this.#place(topic, id, null))),
    ];
    await this.#publisher.publish(emptied);
    const isAbout = ({ topic, json }: DeadLetter): boolean =>
      topic !== 'audit.logged' &&
      (namesPhone(json, phone) || (keyedByPicture.includes(topic) && pictures.some((id) => json.includes(id))));
    const letters = await keysOfLetters(this.#letters(), isAbout);
    await this.#publisher.publish(letters.map((key) => this.#place(DEAD_LETTERS, key, null)));
    // Its events are of many numbers each, and of no use to anybody once they are handled.
    const group = { prefix: this.#address.prefix, suffix: `.${REQUESTS}` };
    await dropHandled(this.#admin, this.#nameOf(REQUESTS), group);
    const topics: TopicName[] = [...keyedByPhone, ...keyedByPicture, REQUESTS, DEAD_LETTERS];
    const kept = topics.map((topic) => this.#keptMs.get(topic) ?? null);
    return { count: null, keptMs: kept.includes(null) ? null : Math.max(...kept.map(Number)), againMs: AGAIN_MS };
  }

  async check(): Promise<void> {
    const names = topicNames.map((name) => this.#nameOf(name));
    const { topics } = await this.#admin.use(
      'asking Kafka',
      (admin) => admin.fetchTopicMetadata({ topics: names }),
      CHECK_MS,
    );
    const headless = topics.find(({ partitions }) => partitions.some(({ leader }) => leader < 0));
    if (headless) throw new Error(`the topic ${headless.name} has a partition that nobody leads`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#readers].map((reader) => reader.close()));
    await Promise.all([...this.#consumers].map((consumer) => consumer.close(0)));
    await this.#publisher.close();
    await this.#admin.close();
  }

  #client(): Kafka {
    return kafkaClient(this.#address, this.#access, this.#log);
  }

  #letters(): LetterTopic {
    return { kafka: this.#client(), admin: this.#admin, topic: this.#nameOf(DEAD_LETTERS), log: this.#log };
  }

  #nameOf(topic: TopicName): string {
    return `${this.#address.prefix}${topic}`;
  }

  #groupOf(topic: Topic, group: string): string {
    return groupIdOf(this.#address.prefix, group, topic);
  }

  async #send(placed: readonly Placed[]): Promise<void> {
    try {
      await this.#publisher.publish(placed);
    } catch (error) {
      // Somebody has changed how much a topic takes: the next try knows for which event it is too little.
      if (isRefusedForSize(error)) await this.start().catch(() => undefined);
      throw error;
    }
  }

  #mostBytesOf(name: TopicName): number {
    return this.#mostBytes.get(name) ?? mostBytesOf(name, undefined);
  }

  /** An operator may have raised what a topic takes. @returns whether it was read now */
  async #readSizesAnew(): Promise<boolean> {
    if (performance.now() - this.#sizesReadAt < SIZES_AGAIN_MS) return false;
    return this.start().then(
      () => true,
      () => false,
    );
  }

  /** @param placed of each event its place */
  #tooLarge(events: readonly OutgoingEvent[], placed: readonly Placed[]): ReadonlyMap<string, TooLargeEvent> {
    const faults = new Map<string, TooLargeEvent>();
    for (const [index, { id, topic }] of events.entries()) {
      const bytes = placed[index]?.bytes ?? 0;
      const mostBytes = this.#mostBytesOf(topic);
      const reason = `an event of ${topic} has ${bytes} bytes; at most ${mostBytes} can be published`;
      if (bytes > mostBytes) faults.set(id, { reason, mostBytes });
    }
    return faults;
  }

  #placeAll(events: readonly OutgoingEvent[]): Placed[] {
    return events.map(({ topic, key, json }) => this.#place(topic, key, json));
  }

  /** `json` null: nothing is kept of the key any more. */
  #place(name: TopicName, key: string, json: string | null): Placed {
    const bytes = Buffer.byteLength(json ?? '');
    const topic = this.#nameOf(name);
    const partition = this.#partitioner({
      topic,
      partitionMetadata: this.#partitions.get(name) ?? [],
      message: { key, value: json },
    });
    return { topic, partition, key, value: json, bytes, mostBytes: this.#mostBytesOf(name) };
  }

  async #toDeadLetters(dead: ReadonlyArray<DeadEvent & Pick<DeadLetter, 'topic' | 'group'>>): Promise<void> {
    const at = Date.now();
    const most = this.#mostBytesOf(DEAD_LETTERS);
    const letters = dead.map(({ topic, group, reason, json }): DeadLetter => ({
      topic,
      group,
      reason: reason.slice(0, MAX_REASON_CHARS),
      at,
      json,
    }));
    await this.#send(letters.map((letter) => this.#place(DEAD_LETTERS, newId(), letterText(letter, most))));
    for (const { topic, group, reason } of dead)
      this.#log.error({ topic, group, reason }, 'an event went to the dead letters');
  }

  /** The ends of the partitions where the group has not been yet. */
  async #latest(topic: Topic, groupId: string): Promise<Map<number, string>> {
    const { ends, committed } = await this.#offsets(topic, groupId);
    return new Map(
      ends.filter(({ partition }) => !committed.has(partition)).map(({ partition, high }) => [partition, high]),
    );
  }

  async #offsets(topic: Topic, groupId: string) {
    const name = this.#nameOf(topic);
    return this.#admin.use('asking for offsets', async (admin) => {
      const [ends, groups] = await Promise.all([
        admin.fetchTopicOffsets(name),
        admin.fetchOffsets({ groupId, topics: [name] }),
      ]);
      const known = groups.flatMap(({ partitions }) => partitions).filter(({ offset }) => Number(offset) >= 0);
      return { ends, committed: new Map(known.map(({ partition, offset }) => [partition, offset])) };
    });
  }
}

/** A cluster has an id that no other has; installations that share it differ by the prefix. */
const logName = (clusterId: string, prefix: string): string =>
  createHash('sha256').update(`${clusterId} ${prefix}`).digest('hex').slice(0, 12);

/** What the partitioner wants to know of a topic: how many partitions it has. */
const metadataOf = (count: number): PartitionMetadata =>
  Array.from({ length: count }, (_none, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));

/**
 * Opens the event bus on Apache Kafka and makes the topics that are missing. Any number of processes may have it open.
 * @throws Error when the address is wrong or Kafka could not be reached in time; SettingsError for what of
 *   certificates, users and rights is to be mended
 */
export async function openKafkaBus({ url, access = noAccess, log, startWithinMs }: KafkaBusOptions): Promise<EventBus> {
  const address = parseKafkaUrl(url);
  const bus = new KafkaBus(address, access, log);
  try {
    const engine = `Kafka at ${address.brokers.join(', ')}`;
    await untilEngineAnswers({ engine, diagnosis: kafkaDiagnosis(address, access), log, withinMs: startWithinMs }, () =>
      bus.start(),
    );
  } catch (error) {
    await bus.close();
    throw error;
  }
  return bus;
}
