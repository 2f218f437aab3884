import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import { PlaceReader } from '../src/kafka/place-reader.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A client that has joined, and hears what the test lets it hear. */
function silentClient() {
  const client = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).consumer({ groupId: 'group' });
  const heard = new Map<string, () => void>();
  const consumer: Consumer = {
    ...client,
    on: (event: string, listener: unknown) => {
      heard.set(event, listener as () => void);
      return () => undefined;
    },
    connect: async () => undefined,
    subscribe: async () => undefined,
    run: async () => undefined,
    disconnect: () => new Promise(() => undefined),
  };
  return { consumer, beat: () => heard.get(client.events.HEARTBEAT)?.() };
}

async function open() {
  const { consumer, beat } = silentClient();
  const faults: unknown[] = [];
  const reader = await PlaceReader.open({
    reading: {
      from: [{ topic: 'job.created', partition: 0, offset: 0 }],
      take: async () => undefined,
      failed: (fault) => faults.push(fault),
    },
    consumer,
    nameOf: (topic) => topic,
  });
  return { reader, faults, beat };
}

it('tells once that a reader is stuck which hears nothing of Kafka, and waits no longer for its end', async () => {
  const { reader, faults } = await open();
  await jest.advanceTimersByTimeAsync(39_000);
  expect(faults).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(faults).toEqual([expect.objectContaining({ message: 'nothing was heard of Kafka for too long' })]);
  const closed = reader.close();
  await jest.advanceTimersByTimeAsync(10_000);
  await closed;
});

it('leaves a reader alone that hears of Kafka, however little there is to read', async () => {
  const { reader, faults, beat } = await open();
  for (let n = 0; n < 40; n++) {
    await jest.advanceTimersByTimeAsync(3000);
    beat();
  }
  const closed = reader.close();
  await jest.advanceTimersByTimeAsync(60_000);
  await closed;
  expect(faults).toEqual([]);
});
