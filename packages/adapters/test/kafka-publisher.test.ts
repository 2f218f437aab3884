import { beforeEach, describe, expect, it } from '@jest/globals';
import kafkajs, { type ProducerBatch, type RecordMetadata } from 'kafkajs';
import { Publisher, type Sender } from '../src/kafka/publisher.ts';
import type { Placed } from '../src/kafka/rounds.ts';

const event = (value: string, partition = 0, bytes = value.length, mostBytes = 8_000_000): Placed => ({
  topic: 't',
  partition,
  key: 'k',
  value,
  bytes,
  mostBytes,
});

/** What the client tells after its tries while no broker leads a partition. */
const refusedForNow = new kafkajs.KafkaJSNumberOfRetriesExceeded(
  new kafkajs.KafkaJSProtocolError('This server is not the leader for that topic-partition'),
  { retryCount: 3, retryTime: 1000 },
);

/** Producers whose requests the test answers by hand. */
class Line {
  readonly requests: Array<{
    producer: number;
    values: string[];
    /** Of each value. */
    partitions: number[];
    acknowledge(except?: number): void;
    fail(reason: string | Error): void;
  }> = [];
  readonly hungUp: number[] = [];
  #made = 0;
  #waiting: Array<() => void> = [];

  create = (): Sender => {
    const producer = this.#made++;
    return {
      connect: async () => undefined,
      disconnect: async () => void this.hungUp.push(producer),
      sendBatch: (batch) => this.#send(producer, batch),
    };
  };

  async request(number: number) {
    while (this.requests.length <= number) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const request = this.requests[number];
    if (!request) throw new Error(`no request ${number}`);
    return request;
  }

  #send(producer: number, { topicMessages = [] }: ProducerBatch): Promise<RecordMetadata[]> {
    const messages = topicMessages.flatMap((part) => part.messages);
    const partitions = [...new Set(messages.map(({ partition }) => partition ?? -1))];
    return new Promise((resolve, reject) => {
      this.requests.push({
        producer,
        values: messages.map(({ value }) => String(value)),
        partitions: messages.map(({ partition }) => partition ?? -1),
        acknowledge: (except) =>
          resolve(
            partitions
              .filter((one) => one !== except)
              .map((partition) => ({ topicName: 't', partition, errorCode: 0 })),
          ),
        fail: (reason) => reject(typeof reason === 'string' ? new Error(reason) : reason),
      });
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }
}

describe('what publishes to Kafka', () => {
  let line: Line;
  let publisher: Publisher;

  beforeEach(() => {
    line = new Line();
    publisher = new Publisher(line.create);
  });

  it('sends one request at a time; who comes meanwhile shares the next, in the order of the calls', async () => {
    const first = publisher.publish([event('a')]);
    const { acknowledge } = await line.request(0);
    const others = [publisher.publish([event('b')]), publisher.publish([event('c')])];
    acknowledge();
    await first;
    const next = await line.request(1);
    expect(next.values).toEqual(['b', 'c']);
    next.acknowledge();
    await Promise.all(others);
    expect(line.requests).toHaveLength(2);
  });

  it('gives a request up that is not answered, and sends the next by another producer', async () => {
    publisher = new Publisher(line.create, 50);
    await expect(publisher.publish([event('a')])).rejects.toThrow('sending events took longer than 50 ms');
    const again = publisher.publish([event('a')]);
    const request = await line.request(1);
    expect([request.producer, line.hungUp]).toEqual([1, [0]]);
    request.acknowledge();
    await again;
  });

  it('sends nothing by a producer that connects when it was given up', async () => {
    const { promise: connected, resolve: connect } = Promise.withResolvers<undefined>();
    let made = 0;
    const create = (): Sender => ({ ...line.create(), ...(made++ === 0 ? { connect: () => connected } : {}) });
    publisher = new Publisher(create, 50);
    await expect(publisher.publish([event('a')])).rejects.toThrow('sending events took longer than 50 ms');
    connect(undefined);
    const again = publisher.publish([event('b')]);
    (await line.request(0)).acknowledge();
    await again;
    expect(line.requests.map(({ producer, values }) => [producer, values])).toEqual([[1, ['b']]]);
  });

  it('never uses a producer again whose request failed', async () => {
    const first = publisher.publish([event('a')]);
    const failed = expect(first).rejects.toThrow('broken');
    (await line.request(0)).fail('broken');
    await failed;
    const again = publisher.publish([event('a')]);
    const request = await line.request(1);
    expect([request.producer, line.hungUp]).toEqual([1, [0]]);
    request.acknowledge();
    await again;
  });

  it('sends a request again that a broker refuses only for now, and goes on in order', async () => {
    const first = publisher.publish([event('a')]);
    (await line.request(0)).fail(refusedForNow);
    const second = publisher.publish([event('b')]);
    (await line.request(1)).acknowledge();
    await first;
    (await line.request(2)).acknowledge();
    await second;
    expect(line.requests.map(({ producer, values }) => [producer, values])).toEqual([
      [0, ['a']],
      [0, ['a']],
      [0, ['b']],
    ]);
  });

  it('takes a request for failed when a partition was not acknowledged', async () => {
    const publishing = publisher.publish([event('a', 0), event('b', 1)]);
    const failed = expect(publishing).rejects.toThrow('Kafka did not acknowledge t/1');
    (await line.request(0)).acknowledge(1);
    await failed;
  });

  it('divides what is large, and tells the caller when a later part failed', async () => {
    const publishing = publisher.publish([
      event('a', 0, 400_000),
      event('x', 1),
      event('b', 0, 400_000),
      event('c', 0, 100),
    ]);
    const failed = expect(publishing).rejects.toThrow('broken');
    const first = await line.request(0);
    expect(first.values).toEqual(['a', 'x']);
    first.acknowledge();
    const second = await line.request(1);
    expect(second.values).toEqual(['b', 'c']);
    second.fail('broken');
    await failed;
  });

  it('sends no more than a megabyte in one request, and keeps the order of each partition', async () => {
    const events = Array.from({ length: 12 }, (_none, i) => event(`${i}`, i % 4, 250_000));
    const publishing = publisher.publish(events);
    const requests: string[][] = [];
    while (requests.flat().length < events.length) {
      const request = await line.request(requests.length);
      requests.push(request.values);
      request.acknowledge();
    }
    await publishing;
    expect(requests).toEqual([
      ['0', '1', '2', '3'],
      ['4', '5', '6', '7'],
      ['8', '9', '10', '11'],
    ]);
  });

  it('sends no more of a partition at once than its topic takes, all that is around an event included', async () => {
    const publishing = publisher.publish([
      ...Array.from({ length: 5 }, (_none, i) => event(`${i}`, 0, 100_000, 250_000)),
      ...Array.from({ length: 9 }, (_none, i) => event(`${i}`, 1, 0, 200)),
    ]);
    const sizes: Array<[large: number, small: number]> = [];
    while (sizes.reduce((sum, [large, small]) => sum + large + small, 0) < 14) {
      const request = await line.request(sizes.length);
      const [large = 0, small = 0] = [0, 1].map((of) => request.partitions.filter((one) => one === of).length);
      sizes.push([large, small]);
      request.acknowledge();
    }
    await publishing;
    expect(sizes).toEqual([
      [2, 4],
      [2, 4],
      [1, 1],
    ]);
  });

  it('sends what waits before it closes, and takes nothing more', async () => {
    const publishing = publisher.publish([event('a')]);
    const closing = publisher.close();
    await expect(publisher.publish([event('b')])).rejects.toThrow('the bus is closed');
    (await line.request(0)).acknowledge();
    await Promise.all([publishing, closing]);
    expect(line.hungUp).toEqual([0]);
  });
});
