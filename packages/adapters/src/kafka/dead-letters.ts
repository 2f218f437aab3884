import { type Topic, topics } from '@numscope/contracts';
import { type DeadLetter, newId } from '@numscope/platform';
import { isRecord } from '@numscope/platform/event-text';
import type { Consumer, Kafka } from 'kafkajs';
import type { AdminLink } from './admin-link.ts';
import { groupMember } from './kafka-client.ts';
import { within } from '../within.ts';

const isTopic = (name: unknown): name is Topic => topics.some((topic) => topic === name);

/** @throws Error when something else wrote into the topic */
function letterOf(text: string): DeadLetter {
  const letter: unknown = JSON.parse(text);
  if (isRecord(letter)) {
    const { topic, group, reason, at, json } = letter;
    if (
      isTopic(topic) &&
      typeof group === 'string' &&
      typeof reason === 'string' &&
      typeof at === 'number' &&
      typeof json === 'string'
    )
      return { topic, group, reason, at, json };
  }
  throw new Error('something that is no dead letter stands among the dead letters');
}

const READ_MS = 30_000;

/** Reads one partition from `first` until it has the event at `last`. */
function readRange(reader: Consumer, topic: string, first: number, last: number): Promise<string[]> {
  const found: string[] = [];
  return new Promise((resolve, reject) => {
    reader.on(reader.events.CRASH, ({ payload }) => reject(payload.error));
    reader.on(reader.events.GROUP_JOIN, () => reader.seek({ topic, partition: 0, offset: String(first) }));
    reader
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          for (const { offset, value } of batch.messages)
            if (Number(offset) <= last) found.push(value?.toString('utf8') ?? '');
          if (Number(batch.lastOffset()) >= last) resolve(found);
        },
      })
      .catch(reject);
  });
}

/**
 * The newest letters of the topic's one partition, newest first. They are few and seldom asked for, so a group is made
 * for the question and dropped.
 */
export async function readDeadLetters(
  kafka: Kafka,
  admin: AdminLink,
  topic: string,
  limit: number,
): Promise<DeadLetter[]> {
  const [range] = await admin.use('asking for the dead letters', (client) => client.fetchTopicOffsets(topic));
  const [low, high] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
  const first = Math.max(low, high - limit);
  if (first >= high) return [];
  const groupId = `${topic}-reader-${newId()}`;
  const reader = groupMember(kafka, groupId);
  try {
    await reader.connect();
    await reader.subscribe({ topics: [topic], fromBeginning: true });
    const texts = await within(readRange(reader, topic, first, high - 1), READ_MS, 'reading the dead letters');
    return texts.map(letterOf).reverse();
  } finally {
    await reader.disconnect();
    await admin.use('dropping the reader of the dead letters', (client) => client.deleteGroups([groupId]));
  }
}
