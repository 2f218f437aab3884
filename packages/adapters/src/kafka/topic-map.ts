import type { OutgoingEvent, TooLargeEvent } from '@numscope/platform';
import { Partitioners } from 'kafkajs';
import type { Placed } from './rounds.ts';
import { type FoundTopics, mostBytesOf, type TopicName } from './topics.ts';

type PartitionMetadata = Parameters<ReturnType<typeof Partitioners.DefaultPartitioner>>[0]['partitionMetadata'];

/** What the partitioner wants to know of a topic: how many partitions it has. */
const metadataOf = (count: number): PartitionMetadata =>
  Array.from({ length: count }, (_none, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));

/** The topics of one installation as they are at Kafka, and where an event goes among them. */
export class TopicMap {
  readonly #prefix: string;
  readonly #partitioner = Partitioners.DefaultPartitioner();
  #partitions = new Map<TopicName, PartitionMetadata>();
  #keptMs: FoundTopics['keptMs'] = new Map();
  #mostBytes: FoundTopics['mostBytes'] = new Map();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  learn({ partitions, keptMs, mostBytes }: FoundTopics): void {
    this.#partitions = new Map([...partitions].map(([name, count]) => [name, metadataOf(count)]));
    this.#keptMs = keptMs;
    this.#mostBytes = mostBytes;
  }

  /** The topic's name at Kafka. */
  nameOf(topic: TopicName): string {
    return `${this.#prefix}${topic}`;
  }

  /** How long the slowest of these topics keeps an event, in milliseconds; null: for ever. */
  keptMs(topics: readonly TopicName[]): number | null {
    const kept = topics.map((topic) => this.#keptMs.get(topic) ?? null);
    return kept.includes(null) ? null : Math.max(...kept.map(Number));
  }

  /** The largest event that a topic takes, in bytes. */
  mostBytes(topic: TopicName): number {
    return this.#mostBytes.get(topic) ?? mostBytesOf(topic, undefined);
  }

  /** `json` null: nothing is kept of the key any more. */
  place(name: TopicName, key: string, json: string | null): Placed {
    const topic = this.nameOf(name);
    const partition = this.#partitioner({
      topic,
      partitionMetadata: this.#partitions.get(name) ?? [],
      message: { key, value: json },
    });
    const bytes = Buffer.byteLength(json ?? '');
    return { topic, partition, key, value: json, bytes, mostBytes: this.mostBytes(name) };
  }

  placeAll(events: readonly OutgoingEvent[]): Placed[] {
    return events.map(({ topic, key, json }) => this.place(topic, key, json));
  }

  /** Those that their topic does not take, by their id. @param placed of each event its place */
  tooLarge(events: readonly OutgoingEvent[], placed: readonly Placed[]): ReadonlyMap<string, TooLargeEvent> {
    const faults = new Map<string, TooLargeEvent>();
    for (const [index, { id, topic }] of events.entries()) {
      const bytes = placed[index]?.bytes ?? 0;
      const mostBytes = this.mostBytes(topic);
      const reason = `an event of ${topic} has ${bytes} bytes; at most ${mostBytes} can be published`;
      if (bytes > mostBytes) faults.set(id, { reason, mostBytes });
    }
    return faults;
  }
}
