import type { TopicMessages } from 'kafkajs';

/** One event at its place. */
export interface Placed {
  /** The topic's name at Kafka. */
  topic: string;
  partition: number;
  key: string;
  /** Null: nothing is kept of the key any more. */
  value: string | null;
  /** Length of the value. */
  bytes: number;
  /** The most that its topic takes of one partition at once: brokers refuse what is larger. */
  mostBytes: number;
}

/** Most bytes of one partition in one request, unless a single event has more or its topic takes less. */
const PARTITION_BYTES = 512 * 1024;
/** What an event takes besides its key and its value, at most. */
const RECORD_BYTES = 40;
/**
 * Most bytes of one request, unless a single event has more: the client copies them five times before it sends them, and
 * nobody else has a turn meanwhile.
 */
const ROUND_BYTES = 1024 * 1024;

/** What is sent in one request, and the partitions that must acknowledge it. */
export interface Round {
  messages: TopicMessages[];
  partitions: ReadonlySet<string>;
}

export const partitionName = (topic: string, partition: number): string => `${topic}/${partition}`;

const sizeOf = ({ key, bytes }: Placed): number => Buffer.byteLength(key) + bytes + RECORD_BYTES;

function nextRound(place: { round: number; bytes: number }): void {
  place.round++;
  place.bytes = 0;
}

/** Sorts events into requests to be sent one after the other. Those of one partition keep their order. */
export function roundsOf(events: readonly Placed[]): Round[] {
  const rounds: Array<{ topics: Map<string, TopicMessages>; partitions: Set<string>; bytes: number }> = [];
  const filled = new Map<string, { round: number; bytes: number }>();
  for (const event of events) {
    const { topic, partition, key, value } = event;
    const bytes = sizeOf(event);
    const most = Math.min(PARTITION_BYTES, event.mostBytes);
    const name = partitionName(topic, partition);
    const place = filled.get(name) ?? { round: 0, bytes: 0 };
    if (place.bytes > 0 && place.bytes + bytes > most) nextRound(place);
    for (let full = rounds[place.round]; full && full.bytes + bytes > ROUND_BYTES; full = rounds[place.round])
      nextRound(place);
    place.bytes += bytes;
    filled.set(name, place);
    const round = (rounds[place.round] ??= { topics: new Map(), partitions: new Set(), bytes: 0 });
    round.bytes += bytes;
    const entry = round.topics.get(topic) ?? { topic, messages: [] };
    entry.messages.push({ key, value, partition });
    round.topics.set(topic, entry);
    round.partitions.add(name);
  }
  return rounds.map(({ topics, partitions }) => ({ messages: [...topics.values()], partitions }));
}
