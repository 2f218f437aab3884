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

/** A record of the topic; `text` null: the letter was erased. */
interface LetterRecord {
  key: string;
  text: string | null;
}

/** Reads one partition from `first` until it has the record at `last`. */
function readRange(
  reader: Consumer,
  { topic, first, last }: { topic: string; first: number; last: number },
  take: (record: LetterRecord) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    reader.on(reader.events.CRASH, ({ payload }) => reject(payload.error));
    reader.on(reader.events.GROUP_JOIN, () => reader.seek({ topic, partition: 0, offset: String(first) }));
    reader
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          for (const { offset, key, value } of batch.messages)
            if (Number(offset) <= last)
              take({ key: key?.toString('utf8') ?? '', text: value?.toString('utf8') ?? null });
          if (Number(batch.lastOffset()) >= last) resolve();
        },
      })
      .catch(reject);
  });
}

/** They are few and seldom asked for, so a group is made for the question and dropped. */
async function readNewest(
  kafka: Kafka,
  admin: AdminLink,
  topic: string,
  limit: number,
  take: (record: LetterRecord) => void,
): Promise<void> {
  const [range] = await admin.use('asking for the dead letters', (client) => client.fetchTopicOffsets(topic));
  const [low, high] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
  const first = Math.max(low, high - limit);
  if (first >= high) return;
  const groupId = `${topic}-reader-${newId()}`;
  const reader = groupMember(kafka, groupId);
  try {
    await reader.connect();
    await reader.subscribe({ topics: [topic], fromBeginning: true });
    const reading = readRange(reader, { topic, first, last: high - 1 }, take);
    await within(reading, READ_MS, 'reading the dead letters');
  } finally {
    await reader.disconnect();
    await admin.use('dropping the reader of the dead letters', (client) => client.deleteGroups([groupId]));
  }
}

/** The newest letters of the topic's one partition, newest first; fewer where some of the newest were erased. */
export async function readDeadLetters(
  kafka: Kafka,
  admin: AdminLink,
  topic: string,
  limit: number,
): Promise<DeadLetter[]> {
  let found: Array<{ key: string; letter: DeadLetter }> = [];
  await readNewest(kafka, admin, topic, limit, ({ key, text }) => {
    if (text === null) found = found.filter((one) => one.key !== key);
    else found.push({ key, letter: letterOf(text) });
  });
  return found.map(({ letter }) => letter).reverse();
}

/** The keys of the letters of which this holds, of those that have one of their own. */
export async function keysOfLetters(
  kafka: Kafka,
  admin: AdminLink,
  topic: string,
  holds: (letter: DeadLetter) => boolean,
): Promise<string[]> {
  const keys = new Set<string>();
  await readNewest(kafka, admin, topic, Number.POSITIVE_INFINITY, ({ key, text }) => {
    // A letter of a version before has no key of its own: an empty record would drop others with it.
    if (text !== null && !isTopic(key) && holds(letterOf(text))) keys.add(key);
  });
  return [...keys];
}
