import {
  keptForEver,
  keyedByPhone,
  keyedByPicture,
  limits,
  type Topic,
  topicPartitions,
  topics,
} from '@numscope/contracts';
import { type Logger, retry, SettingsError } from '@numscope/platform';
import type { Admin, ITopicConfig } from 'kafkajs';
import { isPassing } from './admin-link.ts';
import type { KafkaAddress } from './kafka-url.ts';
import { mendTopics, type TopicSettings } from './topic-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Largest event that is taken, in bytes. Kafka's own default of 1 MB is less than the observations of one number may
 * have.
 */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** A dead letter holds an event as text inside its own text, so every quotation mark counts twice. */
const MAX_LETTER_BYTES = 2 * MAX_EVENT_BYTES + 1024 * 1024;

/** Kafka drops and compacts whole files: a file gets no event that is so much later than its first. */
export const FILE_MS = 6 * HOUR_MS;
/**
 * A group that is away for less than this misses nothing: compaction drops all but the newest event of a key, and two
 * jobs may have the same number. Afterwards what was erased goes.
 */
const UNTOUCHED_MS = 2 * DAY_MS;

const LED_WITHIN_MS = 10_000;

export const DEAD_LETTERS = 'dead-letters';
export type TopicName = Topic | typeof DEAD_LETTERS;

interface Layout {
  partitions: number;
  /** Null: for ever. */
  days: number | null;
  maxBytes: number;
  /** How long all events of a key stay, in milliseconds; then an empty record drops those before it. Null: all stay. */
  untouchedMs: number | null;
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
      untouchedMs: keyedByPhone.includes(topic) || keyedByPicture.includes(topic) ? UNTOUCHED_MS : null,
    },
  ]),
  // Each letter has a key of its own, so that none drops another; those of a version before have that of their topic, so a
  // topic of letters that is there already is not compacted.
  [DEAD_LETTERS, { partitions: 1, days: limits.deadLetterDays, maxBytes: MAX_LETTER_BYTES, untouchedMs: 0 }],
]);

export const topicNames: readonly TopicName[] = [...layouts.keys()];

const retentionOf = ({ days }: Layout): number => (days === null ? -1 : days * DAY_MS);

/** What lets erased content go, and whole files of old events soon. */
function erasingSettings(layout: Layout): TopicSettings {
  const { days, untouchedMs } = layout;
  return {
    'cleanup.policy': untouchedMs === null ? 'delete' : 'compact,delete',
    ...(days === null ? {} : { 'segment.ms': String(FILE_MS) }),
    ...(untouchedMs === null
      ? {}
      : {
          'min.compaction.lag.ms': String(untouchedMs),
          'max.compaction.lag.ms': String(Math.max(untouchedMs, FILE_MS)),
          // Who reads later than that finds no events either.
          'delete.retention.ms': String(retentionOf(layout)),
        }),
  };
}

function configOf(name: TopicName, layout: Layout, address: KafkaAddress): ITopicConfig {
  const { partitions, maxBytes } = layout;
  const settings: TopicSettings = {
    'retention.ms': String(retentionOf(layout)),
    'max.message.bytes': String(maxBytes),
    ...erasingSettings(layout),
  };
  return {
    topic: `${address.prefix}${name}`,
    // One partition is an order over everything: no setting may take that away.
    numPartitions: partitions === 1 ? 1 : (address.partitions ?? partitions),
    // As many copies as the cluster makes unless told otherwise.
    replicationFactor: -1,
    configEntries: Object.entries(settings).map(([entry, value]) => ({ name: entry, value })),
  };
}

/** What Kafka puts around an event: its key, its time, the batch that it comes in. */
const AROUND_BYTES = 16 * 1024;

/** A topic that takes less has no room for a request of 500 numbers or the beginning of a dead letter. */
const LEAST_BYTES = 64 * 1024;

/**
 * Tells of topics that take less than they are made with.
 * @throws SettingsError where that is too little to work with
 */
function checkSizes(wanted: readonly ITopicConfig[], settings: ReadonlyMap<string, TopicSettings>, log: Logger): void {
  const faults: string[] = [];
  for (const { topic, configEntries = [] } of wanted) {
    const setting = settings.get(topic)?.['max.message.bytes'];
    const most = Number(setting ?? Number.POSITIVE_INFINITY);
    const declared = Number(configEntries.find(({ name }) => name === 'max.message.bytes')?.value);
    if (most < LEAST_BYTES)
      faults.push(
        `BUS_URL: the topic ${topic} takes ${most} bytes at once (max.message.bytes); at least ${LEAST_BYTES} are needed, and ${declared} for every event`,
      );
    else if (most < declared)
      log.warn(
        { topic, maxMessageBytes: most, declared },
        'what is larger than a topic takes is told shorter, or goes to the dead letters',
      );
  }
  if (faults.length > 0) throw new SettingsError(faults);
}

/** The largest event, or letter, that a topic takes with this setting of its own or of its broker; in bytes. */
export function mostBytesOf(name: TopicName, setting: string | undefined): number {
  const most = name === DEAD_LETTERS ? MAX_LETTER_BYTES : MAX_EVENT_BYTES;
  return Math.min(most, Number(setting ?? Number.POSITIVE_INFINITY) - AROUND_BYTES);
}

export interface FoundTopics {
  /** How many each topic really has. */
  partitions: ReadonlyMap<TopicName, number>;
  /**
   * How long an event is kept at most, in milliseconds, by the settings that each topic really has; null: for ever. 0 for dead
   * letters that go at once when they are erased.
   */
  keptMs: ReadonlyMap<TopicName, number | null>;
  /** The largest event that each takes, by the settings that it really has. */
  mostBytes: ReadonlyMap<TopicName, number>;
}

/**
 * Makes the topics that are missing. Those that are there stay as their operator has them, but for what erasing needs
 * and nobody has set.
 * @throws SettingsError where one takes too little at once
 */
export async function ensureTopics(admin: Admin, address: KafkaAddress, log: Logger): Promise<FoundTopics> {
  const wanted = [...layouts].map(([name, layout]) => configOf(name, layout, address));
  const known = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !known.has(topic));
  // False when another process was quicker.
  if (missing.length > 0 && (await admin.createTopics({ topics: missing, waitForLeaders: true })))
    log.info({ topics: missing.map(({ topic }) => topic) }, 'topics were made');
  // A broker leads what was made just now only a moment after it says so, and would refuse events until then.
  await Promise.all(
    missing.map(({ topic }) =>
      retry(() => admin.fetchTopicOffsets(topic), { withinMs: LED_WITHIN_MS, again: isPassing }),
    ),
  );
  const { topics: found } = await admin.fetchTopicMetadata({ topics: wanted.map(({ topic }) => topic) });
  const counts = new Map(found.map(({ name, partitions }) => [name, partitions.length]));
  for (const { topic, numPartitions = 1 } of wanted) {
    const count = counts.get(topic) ?? 0;
    if (count === 0) throw new Error(`the topic ${topic} has no partitions yet`);
    if (count !== numPartitions)
      log.warn({ topic, partitions: count, declared: numPartitions }, 'a topic is laid out otherwise than declared');
  }
  const nameOf = (name: TopicName): string => `${address.prefix}${name}`;
  const settings = await mendTopics(
    admin,
    new Map([...layouts].map(([name, layout]) => [nameOf(name), name === DEAD_LETTERS ? {} : erasingSettings(layout)])),
    log,
  );
  checkSizes(wanted, settings, log);
  const keptMs = (name: TopicName): number | null => {
    if (name === DEAD_LETTERS && settings.get(nameOf(name))?.['cleanup.policy']?.includes('compact')) return 0;
    const retentionMs = Number(settings.get(nameOf(name))?.['retention.ms'] ?? -1);
    return retentionMs < 0 ? null : retentionMs + Number(settings.get(nameOf(name))?.['segment.ms'] ?? 0);
  };
  return {
    partitions: new Map(topicNames.map((name) => [name, counts.get(nameOf(name)) ?? 1])),
    keptMs: new Map(topicNames.map((name) => [name, keptMs(name)])),
    mostBytes: new Map(
      topicNames.map((name) => [name, mostBytesOf(name, settings.get(nameOf(name))?.['max.message.bytes'])]),
    ),
  };
}
