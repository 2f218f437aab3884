import type { Producer } from 'kafkajs';
import { partitionName, type Placed, type Round, roundsOf } from './rounds.ts';
import { within } from './within.ts';

/** What is needed of the client's producer. */
export type Sender = Pick<Producer, 'connect' | 'disconnect' | 'sendBatch'>;

interface Waiting {
  events: readonly Placed[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Most bytes sent for callers together. */
const GROUP_BYTES = 4 * 1024 * 1024;
const ACKNOWLEDGE_MS = 10_000;
const CLOSE_MS = 10_000;

/**
 * Sends events one request at a time, in the order of the calls; who comes while one is under way shares the next. Two
 * requests at once would not keep a key's order when the first has to be repeated, and the client would give the second
 * the sequence numbers of the first, which the broker then takes for a repeat and drops. For the same reason a producer
 * whose request failed is never used again.
 */
export class Publisher {
  readonly #create: () => Sender;
  #producer: Promise<Sender> | undefined;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(create: () => Sender) {
    this.#create = create;
  }

  /** Resolves when all replicas have the events. A rejected call may have stored some of them. */
  publish(events: readonly Placed[]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the bus is closed'));
    if (events.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ events, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Sends what waits, then hangs up. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#hangUp();
  }

  async #run(): Promise<void> {
    // Whoever asks within this turn of the loop still comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        for (const round of roundsOf(group.flatMap(({ events }) => events))) await this.#send(round);
        for (const { resolve } of group) resolve();
      } catch (error) {
        void this.#hangUp();
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    const full = this.#waiting.findIndex(({ events }, index) => {
      bytes += events.reduce((sum, event) => sum + event.bytes, 0);
      return index > 0 && bytes > GROUP_BYTES;
    });
    return this.#waiting.splice(0, full < 0 ? this.#waiting.length : full);
  }

  async #send({ messages, partitions }: Round): Promise<void> {
    const producer = await (this.#producer ??= this.#connect());
    const answers = await producer.sendBatch({ acks: -1, timeout: ACKNOWLEDGE_MS, topicMessages: messages });
    // The client forgets a partition whose leader moves to a broker that has answered already.
    const stored = new Set(
      answers
        .filter(({ errorCode }) => errorCode === 0)
        .map((answer) => partitionName(answer.topicName, answer.partition)),
    );
    const missing = [...partitions].filter((name) => !stored.has(name));
    if (missing.length > 0) throw new Error(`Kafka did not acknowledge ${missing.join(', ')}`);
  }

  async #connect(): Promise<Sender> {
    const producer = this.#create();
    await producer.connect();
    return producer;
  }

  async #hangUp(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    // Nothing depends on a clean end of the connection: what was acknowledged is stored.
    await producer?.then((known) => within(known.disconnect(), CLOSE_MS, 'hanging up')).catch(() => undefined);
  }
}
