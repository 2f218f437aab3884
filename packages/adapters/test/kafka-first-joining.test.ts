import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import { GroupConsumer } from '../src/kafka/group-consumer.ts';

const JOINING_MS = 61_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A client that a broker keeps waiting, and then refuses. */
const keptWaiting = (): Consumer => ({
  ...new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).consumer({ groupId: 'group' }),
  connect: () =>
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error('the broker is busy')), JOINING_MS)),
  disconnect: async () => undefined,
});

it('joins once, however long its first joining takes', async () => {
  let made = 0;
  const opening = GroupConsumer.open({
    subscription: { topic: 'job.created', group: 'group', handle: async () => undefined },
    topic: 'job.created',
    log: createLogger('test', 'silent'),
    create: () => {
      made++;
      return keptWaiting();
    },
    letters: async () => undefined,
    beginAt: new Map(),
  });
  const refused = expect(opening).rejects.toThrow('the broker is busy');
  await jest.advanceTimersByTimeAsync(JOINING_MS - 1);
  expect(made).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  await refused;
});
