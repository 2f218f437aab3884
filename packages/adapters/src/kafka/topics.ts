import { keptForEver, limits, type Topic, topicPartitions, topics } from '@numscope/contracts';
import { type Logger, retry } from '@numscope/platform';
import type { Admin, ITopicConfig } from 'kafkajs';
import { isPassing } from './admin-link.ts';
import type { KafkaAddress } from './kafka-url.ts';

const DAY_MS = 86_400_000;
/**
 * Largest event that is taken, in bytes. Kafka's own default of 1 MB is less than the observations of one number may
 * have.
 */
export const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** A dead letter holds an event as text inside its own text, so every quotation mark counts twice. */
const MAX_LETTER_BYTES = 2 * MAX_EVENT_BYTES + 1024 * 1024;
/** Long enough that somebody looks; after that the numbers in them must go. */
const LETTER_DAYS = 30;

const LED_WITHIN_MS = 10_000;

export const DEAD_LETTERS = 'dead-letters';
export type TopicName = Topic | typeof DEAD_LETTERS;

interface Layout {
  partitions: number;
  /** Null: for ever. */
  days: number | null;
  maxBytes: number;
}

/**
 * How each topic is made. Partitions of the events are those of the contracts, so that every bus keeps the same order.
 */
const layouts: ReadonlyMap<TopicName, Layout> = new Map<TopicName, Layout>([
  ...topics.map((topic): [TopicName, Layout] => [
    topic,
    {
      partitions: topicPartitions[topic],
      days: keptForEver.has(topic) ? null : limits.eventRetentionDays,
      maxBytes: MAX_EVENT_BYTES + 1024 * 1024,
    },
  ]),
  [DEAD_LETTERS, { partitions: 1, days: LETTER_DAYS, maxBytes: MAX_LETTER_BYTES }],
]);

export const topicNames: readonly TopicName[] = [...layouts.keys()];

function configOf(name: TopicName, { partitions, days, maxBytes }: Layout, address: KafkaAddress): ITopicConfig {
  return {
    topic: `${address.prefix}${name}`,
    // One partition is an order over everything: no setting may take that away.
    numPartitions: partitions === 1 ? 1 : (address.partitions ?? partitions),
    // As many copies as the cluster makes unless told otherwise.
    replicationFactor: -1,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(days === null ? -1 : days * DAY_MS) },
      { name: 'max.message.bytes', value: String(maxBytes) },
    ],
  };
}

/**
 * Makes the topics that are missing; those that are there stay as their operator has them.
 * @returns the number of partitions that each topic really has
 */
export async function ensureTopics(
  admin: Admin,
  address: KafkaAddress,
  log: Logger,
): Promise<ReadonlyMap<TopicName, number>> {
  const wanted = [...layouts].map(([name, layout]) => configOf(name, layout, address));
  const known = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !known.has(topic));
  // False when another process was quicker.
  if (missing.length > 0 && (await admin.createTopics({ topics: missing, waitForLeaders: true })))
    log.info({ topics: missing.map(({ topic }) => topic) }, 'topics were made');
  // A broker leads what was made just now only a moment after it says so, and would refuse events until then.
  for (const { topic } of missing)
    await retry(() => admin.fetchTopicOffsets(topic), { withinMs: LED_WITHIN_MS, again: isPassing });
  const { topics: found } = await admin.fetchTopicMetadata({ topics: wanted.map(({ topic }) => topic) });
  const counts = new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  for (const { topic, numPartitions = 1 } of wanted) {
    const count = counts.get(topic) ?? 0;
    if (count === 0) throw new Error(`the topic ${topic} has no partitions yet`);
    if (count !== numPartitions)
      log.warn({ topic, partitions: count, declared: numPartitions }, 'a topic is laid out otherwise than declared');
  }
  return new Map(topicNames.map((name) => [name, counts.get(`${address.prefix}${name}`) ?? 1]));
}
