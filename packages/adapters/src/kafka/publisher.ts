import { isError, retry } from '@numscope/platform';
import type { Producer } from 'kafkajs';
import { GroupedWrites } from '../grouped-writes.ts';
import { isPassing } from './admin-link.ts';
import { partitionName, type Placed, type Round, roundsOf } from './rounds.ts';
import { withTimeout } from '../with-timeout.ts';

/** What is needed of the client's producer. */
export type Sender = Pick<Producer, 'connect' | 'disconnect' | 'sendBatch'>;

/** Most bytes sent for callers together. */
const GROUP_BYTES = 4 * 1024 * 1024;
const ACKNOWLEDGE_MS = 10_000;
const CLOSE_MS = 10_000;
/** How long a broker may refuse events as long as nobody leads their partition, which is so while another takes over. */
const REFUSED_MS = 10_000;
/** Longer than all that is tried: a request that it forgot would keep everybody waiting. */
const SEND_MS = 90_000;

/** Whether a broker answered to the client's last try that it would take the events later. */
const isRefusedForNow = (error: unknown): boolean =>
  isError(error) && error.name === 'KafkaJSNumberOfRetriesExceeded' && isPassing(error.cause);

const SIZE_FAULTS: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** Whether a broker refused events because its topic takes none of that size. */
export const isRefusedForSize = (error: unknown): boolean =>
  isError(error) && (('type' in error && SIZE_FAULTS.has(error.type)) || isRefusedForSize(error.cause));

/**
 * Sends events one request at a time, in the order of the calls; who comes while one is under way shares the next. Two
 * requests at once would not keep a key's order when the first has to be repeated, and the client would give the second
 * the sequence numbers of the first, which the broker then takes for a repeat and drops. For the same reason a producer
 * whose request failed is used for nothing but to repeat that request, as long as a broker refuses it for now.
 */
export class Publisher {
  readonly #create: () => Sender;
  readonly #withinMs: number;
  #producer: Promise<Sender> | undefined;
  readonly #writes = new GroupedWrites<readonly Placed[]>({
    limit: { mostBytes: GROUP_BYTES, bytesOf: (events) => events.reduce((sum, { bytes }) => sum + bytes, 0) },
    write: (group) => this.#sendAll(group.flat()),
  });
  #closed = false;

  /** @param withinMs how long a request may take, in milliseconds */
  constructor(create: () => Sender, withinMs = SEND_MS) {
    this.#create = create;
    this.#withinMs = withinMs;
  }

  /** Resolves when all replicas have the events. A rejected call may have stored some of them. */
  publish(events: readonly Placed[]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the bus is closed'));
    if (events.length === 0) return Promise.resolve();
    return this.#writes.add(events);
  }

  /** Sends what waits, then hangs up. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writes.idle();
    await this.#hangUp();
  }

  async #sendAll(events: readonly Placed[]): Promise<void> {
    try {
      for (const round of roundsOf(events)) await withTimeout(this.#send(round), this.#withinMs, 'sending events');
    } catch (error) {
      void this.#hangUp();
      throw error;
    }
  }

  async #send({ messages, partitions }: Round): Promise<void> {
    const connecting = (this.#producer ??= this.#connect());
    const producer = await connecting;
    // What was sent by another since then must not be overtaken.
    if (this.#producer !== connecting) throw new Error('the producer was given up');
    const batch = { acks: -1, timeout: ACKNOWLEDGE_MS, topicMessages: messages };
    const answers = await retry(() => producer.sendBatch(batch), { withinMs: REFUSED_MS, again: isRefusedForNow });
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
    await producer?.then((known) => withTimeout(known.disconnect(), CLOSE_MS, 'hanging up')).catch(() => undefined);
  }
}
