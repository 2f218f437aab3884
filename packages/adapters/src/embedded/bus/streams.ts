// Not by the package's index, which brings the schemas: the log's thread imports this file.
import { type Topic, topicPartitions } from '@numscope/contracts/topic-partitions';
import type { LogPlace } from '@numscope/platform';
import { unpackEvents } from '@numscope/platform/packed-events';
import type { NewChunk } from './bus-protocol.ts';

/**
 * Largest chunk: what one reader wants at once, and small enough that a single event's reader does not pay for a
 * megabyte.
 */
const CHUNK_EVENTS = 500;
const CHUNK_CHARS = 500_000;

const nameOfStream = (topic: Topic, partition: number): string => `${topic}/${partition}`;

export const topicOf = (stream: string): string => stream.slice(0, stream.lastIndexOf('/'));

/** What a group is called among those of all topics. */
export const groupName = (group: string, topic: string): string => `${group} ${topic}`;

/** The names of all partitions of a topic. */
export const streamsOf = (topic: Topic): string[] =>
  Array.from({ length: topicPartitions[topic] }, (_none, n) => nameOfStream(topic, n));

/** The stream of one partition of a topic. */
export const streamOf = ({ topic, partition }: Pick<LogPlace, 'topic' | 'partition'>): string =>
  nameOfStream(topic, partition);

/** FNV-1a of the key's UTF-16 units: the same key always goes to the same partition. */
function partitionOf(key: string, partitions: number): number {
  if (partitions === 1) return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  // The low bits of FNV alone are uneven for keys that differ in the last digits only.
  return ((hash ^ (hash >>> 15)) >>> 0) % partitions;
}

/** Sorts events, as `packEvents` makes them, into chunks for their streams, in order within each. */
export function chunksOf(packed: readonly string[]): NewChunk[] {
  const open = new Map<string, { lines: string[]; chars: number }>();
  const chunks: NewChunk[] = [];
  const end = (stream: string, lines: string[]): void =>
    void chunks.push({ stream, count: lines.length, payload: lines.join('\n') });
  for (const { topic, key, json } of packed.flatMap(unpackEvents)) {
    const stream = nameOfStream(topic, partitionOf(key, topicPartitions[topic]));
    let chunk = open.get(stream);
    if (chunk && (chunk.lines.length >= CHUNK_EVENTS || chunk.chars >= CHUNK_CHARS)) {
      end(stream, chunk.lines);
      chunk = undefined;
    }
    if (!chunk) open.set(stream, (chunk = { lines: [], chars: 0 }));
    chunk.lines.push(json);
    chunk.chars += json.length;
  }
  for (const [stream, { lines }] of open) end(stream, lines);
  return chunks;
}
