import { type Topic, topics } from '@numscope/contracts';
import { type DeadLetter, type Logger, newId } from '@numscope/platform';
import { isRecord } from '@numscope/contracts/is-record';
import type { Consumer, Kafka } from 'kafkajs';
import type { AdminLink } from './admin-link.ts';
import { groupMember } from './kafka-client.ts';

const isTopic = (name: unknown): name is Topic => topics.some((topic) => topic === name);

/** Null: something else wrote into the topic. */
function letterOf(text: string): DeadLetter | null {
  let letter: unknown;
  try {
    letter = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(letter)) return null;
  const { topic, group, reason, at, json } = letter;
  const isLetter =
    isTopic(topic) &&
    typeof group === 'string' &&
    typeof reason === 'string' &&
    typeof at === 'number' &&
    typeof json === 'string';
  return isLetter ? { topic, group, reason, at, json } : null;
}

/** There may be very many, so that only how long nothing comes is bounded; the group is joined within it, too. */
const SILENCE_MS = 30_000;

/** The topic of the letters, and what it is read with. */
export interface LetterTopic {
  kafka: Pick<Kafka, 'consumer'>;
  admin: Pick<AdminLink, 'use'>;
  topic: string;
  log: Logger;
}

/** A record of the topic; `letter` null: it was erased. */
interface LetterRecord {
  key: string;
  letter: DeadLetter | null;
}

/** Reads one partition from `first` until it has the record at `last`. `take` gets null of an erased record. */
function readRange(
  reader: Consumer,
  { topic, first, last }: { topic: string; first: number; last: number },
  take: (key: string, text: string | null) => void,
): Promise<void> {
  let next = first;
  let silence: NodeJS.Timeout | undefined;
  const reading = new Promise<void>((resolve, reject) => {
    silence = setTimeout(() => reject(new Error(`of the dead letters none came for ${SILENCE_MS} ms`)), SILENCE_MS);
    reader.on(reader.events.CRASH, ({ payload }) => reject(payload.error));
    reader.on(reader.events.GROUP_JOIN, () => reader.seek({ topic, partition: 0, offset: String(next) }));
    reader
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          silence?.refresh();
          for (const { offset, key, value } of batch.messages)
            if (Number(offset) >= next && Number(offset) <= last)
              take(key?.toString('utf8') ?? '', value?.toString('utf8') ?? null);
          next = Math.max(next, Number(batch.lastOffset()) + 1);
          if (next > last) resolve();
        },
      })
      .catch(reject);
  });
  return reading.finally(() => clearTimeout(silence));
}

/**
 * They are few as a rule and seldom asked for, so a group is made for the question and dropped. What is no letter is
 * passed over: it must keep nobody from the others.
 */
async function readNewest(
  { kafka, admin, topic, log }: LetterTopic,
  limit: number,
  take: (record: LetterRecord) => void,
): Promise<void> {
  const [range] = await admin.use('asking for the dead letters', (client) => client.fetchTopicOffsets(topic));
  const [low, high] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
  const first = Math.max(low, high - limit);
  if (first >= high) return;
  const groupId = `${topic}-reader-${newId()}`;
  const reader = groupMember(kafka, groupId);
  let strange = 0;
  try {
    await reader.connect();
    await reader.subscribe({ topics: [topic], fromBeginning: true });
    await readRange(reader, { topic, first, last: high - 1 }, (key, text) => {
      const letter = text === null ? null : letterOf(text);
      if (text !== null && letter === null) strange++;
      else take({ key, letter });
    });
  } finally {
    await reader.disconnect();
    await admin.use('dropping the reader of the dead letters', (client) => client.deleteGroups([groupId]));
  }
  if (strange > 0)
    log.warn({ topic, records: strange }, 'something that is no dead letter stands among the dead letters');
}

/** The newest letters of the topic's one partition, newest first; fewer where some of the newest were erased. */
export async function readDeadLetters(from: LetterTopic, limit: number): Promise<DeadLetter[]> {
  let found: Array<{ key: string; letter: DeadLetter }> = [];
  await readNewest(from, limit, ({ key, letter }) => {
    if (letter === null) found = found.filter((one) => one.key !== key);
    else found.push({ key, letter });
  });
  return found.map(({ letter }) => letter).reverse();
}

/** The keys of the letters of which this holds, of those that have one of their own. */
export async function keysOfLetters(from: LetterTopic, holds: (letter: DeadLetter) => boolean): Promise<string[]> {
  const keys = new Set<string>();
  await readNewest(from, Number.POSITIVE_INFINITY, ({ key, letter }) => {
    // A letter of a version before has no key of its own: an empty record would drop others with it.
    if (letter !== null && !isTopic(key) && holds(letter)) keys.add(key);
  });
  return [...keys];
}
