import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger, type DeadLetter } from '@numscope/platform';
import { type Admin, type Consumer, type EachBatchPayload, Kafka, logLevel } from 'kafkajs';
import { keysOfLetters, type LetterTopic, readDeadLetters } from '../src/kafka/dead-letters.ts';

const TOPIC = 'dead-letters';
const GONE = '+998901234567';
const log = createLogger('bus', 'silent');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const letter = (n: number): string => {
  const told: DeadLetter = { topic: 'phone.resolved', group: 'profiles', reason: 'refused', at: n, json: GONE };
  return JSON.stringify(told);
};

/** The topic with these texts as its records, of which Kafka hands out one each `everyMs`, and begins anew at `joinsAt`. */
function topicOf(texts: readonly string[], everyMs: number, joinsAt = -1): LetterTopic {
  const client = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING });
  const real = client.consumer({ groupId: 'group' });
  let at = 0;
  let joined = (): void => undefined;
  const handOut = async (eachBatch: (payload: EachBatchPayload) => Promise<void>): Promise<void> => {
    for (let handed = 0; at < texts.length; handed++) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      if (handed === joinsAt) joined();
      const value = Buffer.from(texts[at] ?? '');
      const messages = [{ offset: String(at), key: Buffer.from(`letter-${at}`), value }];
      await eachBatch({ batch: { messages, lastOffset: () => messages[0]?.offset } } as unknown as EachBatchPayload);
      at++;
    }
  };
  const consumer: Consumer = {
    ...real,
    on: (event: string, listener: unknown) => {
      if (event === real.events.GROUP_JOIN) joined = listener as () => void;
      return () => undefined;
    },
    seek: ({ offset }) => void (at = Number(offset)),
    connect: async () => undefined,
    subscribe: async () => undefined,
    run: async (config) => void handOut(async (payload) => config?.eachBatch?.(payload)),
    disconnect: async () => undefined,
  };
  const admin: Pick<Admin, 'fetchTopicOffsets' | 'deleteGroups'> = {
    fetchTopicOffsets: async () => [{ partition: 0, offset: '0', low: '0', high: String(texts.length) }],
    deleteGroups: async () => [],
  };
  return {
    kafka: { consumer: () => consumer },
    admin: { use: async (_what, use) => use(admin as Admin) },
    topic: TOPIC,
    log,
  };
}

const letters = (count: number): string[] => Array.from({ length: count }, (_none, n) => letter(n));

it('reads all letters for an erasure, however long that takes', async () => {
  const keys = keysOfLetters(topicOf(letters(20), 20_000), ({ json }) => json === GONE);
  await jest.advanceTimersByTimeAsync(20 * 20_000);
  expect(await keys).toHaveLength(20);
});

it('gives up when none comes any more', async () => {
  const keys = keysOfLetters(topicOf(letters(2), 40_000), () => true);
  const failed = expect(keys).rejects.toThrow('of the dead letters none came for 30000 ms');
  await jest.advanceTimersByTimeAsync(40_000);
  await failed;
});

it('goes on where it was when it has to join its group again', async () => {
  const found = readDeadLetters(topicOf(letters(6), 10, 3), 10);
  await jest.advanceTimersByTimeAsync(1000);
  expect((await found).map(({ at }) => at)).toEqual([5, 4, 3, 2, 1, 0]);
});

it.each(['no JSON', '"text"', '{}', letter(1).replace('phone.resolved', 'something')])(
  'passes over what is no letter: %s',
  async (strange) => {
    const texts = [letter(0), strange, letter(2)];
    const found = readDeadLetters(topicOf(texts, 10), 10);
    const keys = keysOfLetters(topicOf(texts, 10), () => true);
    await jest.advanceTimersByTimeAsync(1000);
    expect((await found).map(({ at }) => at)).toEqual([2, 0]);
    expect(await keys).toEqual(['letter-0', 'letter-2']);
  },
);
