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
  TooLargeEvents,
  TransientError,
  unpackEvents,
  OUTBOX_GROUP,
  type UnpublishedEvent,
} from '@numscope/platform';
import type { Kafka } from 'kafkajs';
import type { EngineAccess } from '../access/engine-access.ts';
import { namesPhone } from '../names-phone.ts';
import { AdminLink } from './admin-link.ts';
import { keysOfLetters, type LetterTopic, readDeadLetters } from './dead-letters.ts';
import { dropHandled } from './drop-handled.ts';
import { GroupConsumer } from './group-consumer.ts';
import { endsOfUnread, lagOf } from './group-offsets.ts';
import { groupIdOf } from './groups.ts';
import { groupMember, idempotentProducer, kafkaClient } from './kafka-client.ts';
import type { KafkaAddress } from './kafka-url.ts';
import { letterText } from './letter-text.ts';
import { type KafkaOptions, openAtKafka } from './open-at-kafka.ts';
import { PlaceReader } from './place-reader.ts';
import { isRefusedForSize, Publisher } from './publisher.ts';
import type { Placed } from './rounds.ts';
import { TopicMap } from './topic-map.ts';
import { DEAD_LETTERS, ensureTopics, FILE_MS, type TopicName, topicNames } from './topics.ts';
import { tellDeadLetters } from '../tell-dead-letters.ts';

/** A file is closed by the first event that comes so late, and only what is closed is compacted. */
const AGAIN_MS = FILE_MS + 60_000;
const REQUESTS: Topic = 'phone.requested';
const MAKE_TOPICS_MS = 30_000;
const CHECK_MS = 5000;
const DROP_GROUP_MS = 5000;
const SIZES_AGAIN_MS = 1000;
/** Characters of a dead letter's reason: a schema's complaints can be long. */
const MAX_REASON_CHARS = 2000;

class KafkaBus implements EventBus {
  readonly #address: KafkaAddress;
  readonly #access: EngineAccess;
  readonly #log: Logger;
  readonly #kafka: Kafka;
  readonly #admin: AdminLink;
  readonly #publisher: Publisher;
  readonly #consumers = new Set<GroupConsumer<Topic>>();
  readonly #readers = new Set<LogReader>();
  readonly #topics: TopicMap;
  #sizesReadAt = 0;
  #closed = false;

  constructor(address: KafkaAddress, access: EngineAccess, log: Logger) {
    this.#address = address;
    this.#access = access;
    this.#log = log;
    this.#kafka = this.#client();
    this.#admin = new AdminLink(this.#kafka);
    this.#topics = new TopicMap(address.prefix);
    this.#publisher = new Publisher(() => idempotentProducer(this.#kafka));
  }

  /** Makes the topics. */
  async start(): Promise<void> {
    const found = await this.#admin.use(
      'making the topics',
      (admin) => ensureTopics(admin, this.#address, this.#log),
      MAKE_TOPICS_MS,
    );
    this.#sizesReadAt = performance.now();
    this.#topics.learn(found);
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    let placed = this.#topics.placeAll(events);
    if (this.#topics.tooLarge(events, placed).size > 0 && (await this.#readSizesAnew()))
      placed = this.#topics.placeAll(events);
    const tooLarge = this.#topics.tooLarge(events, placed);
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
    const name = this.#topics.nameOf(topic);
    const consumer = await GroupConsumer.open<T>({
      subscription,
      topic: name,
      log: this.#log,
      create: (fetchMs) => groupMember(this.#client(), groupId, fetchMs),
      letters: (dead) => this.#toDeadLetters(dead.map((one) => ({ topic, group, ...one }))),
      beginAt:
        from === 'latest'
          ? await this.#admin.use('asking for offsets', (admin) => endsOfUnread(admin, groupId, name))
          : new Map<number, string>(),
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
          topics.map(async (topic) => ({ topic, found: await admin.fetchTopicOffsets(this.#topics.nameOf(topic)) })),
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
      nameOf: (topic) => this.#topics.nameOf(topic),
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
    return this.#admin.use('asking for offsets', (admin) =>
      lagOf(admin, this.#groupOf(topic, group), this.#topics.nameOf(topic)),
    );
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.#letters(), limit);
  }

  async erase(phone: string, pictures: readonly string[]): Promise<ErasedEvents> {
    const emptied = [
      ...keyedByPhone.map((topic) => this.#topics.place(topic, phone, null)),
      ...pictures.flatMap((id) => keyedByPicture.map((topic) => this.#topics.place(topic, id, null))),
    ];
    await this.#publisher.publish(emptied);
    const isAbout = ({ topic, json }: DeadLetter): boolean =>
      topic !== 'audit.logged' &&
      (namesPhone(json, phone) || (keyedByPicture.includes(topic) && pictures.some((id) => json.includes(id))));
    const letters = await keysOfLetters(this.#letters(), isAbout);
    await this.#publisher.publish(letters.map((key) => this.#topics.place(DEAD_LETTERS, key, null)));
    // Its events are of many numbers each, and of no use to anybody once they are handled.
    const group = { prefix: this.#address.prefix, suffix: `.${REQUESTS}` };
    await dropHandled(this.#admin, this.#topics.nameOf(REQUESTS), group);
    const topics: TopicName[] = [...keyedByPhone, ...keyedByPicture, REQUESTS, DEAD_LETTERS];
    return { count: null, keptMs: this.#topics.keptMs(topics), againMs: AGAIN_MS };
  }

  async check(): Promise<void> {
    const names = topicNames.map((name) => this.#topics.nameOf(name));
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
    return { kafka: this.#client(), admin: this.#admin, topic: this.#topics.nameOf(DEAD_LETTERS), log: this.#log };
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

  /** An operator may have raised what a topic takes. @returns whether it was read now */
  async #readSizesAnew(): Promise<boolean> {
    if (performance.now() - this.#sizesReadAt < SIZES_AGAIN_MS) return false;
    return this.start().then(
      () => true,
      () => false,
    );
  }

  async #toDeadLetters(dead: ReadonlyArray<DeadEvent & Pick<DeadLetter, 'topic' | 'group'>>): Promise<void> {
    const at = Date.now();
    const most = this.#topics.mostBytes(DEAD_LETTERS);
    const letters = dead.map(({ topic, group, reason, json }): DeadLetter => ({
      topic,
      group,
      reason: reason.slice(0, MAX_REASON_CHARS),
      at,
      json,
    }));
    await this.#send(letters.map((letter) => this.#topics.place(DEAD_LETTERS, newId(), letterText(letter, most))));
    tellDeadLetters(this.#log, dead);
  }
}

/** A cluster has an id that no other has; installations that share it differ by the prefix. */
const logName = (clusterId: string, prefix: string): string =>
  createHash('sha256').update(`${clusterId} ${prefix}`).digest('hex').slice(0, 12);

/**
 * Opens the event bus on Apache Kafka and makes the topics that are missing. Any number of processes may have it open.
 * @throws as `openAtKafka` does
 */
export const openKafkaBus = (options: KafkaOptions): Promise<EventBus> =>
  openAtKafka(
    options,
    (address, access) => new KafkaBus(address, access, options.log),
    (bus) => bus.start(),
  );
