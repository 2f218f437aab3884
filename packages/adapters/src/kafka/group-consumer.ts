import type { Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  commonEndMs,
  type Consumer,
  type DeadEvent,
  growingPauseMs,
  type Logger,
  reasonOf,
  retry,
  subscriptionDefaults,
} from '@numscope/platform';
import type { Consumer as KafkaConsumer, EachBatchPayload } from 'kafkajs';
import { BUSY_FETCH_MS, HANG_UP_MS, IDLE_FETCH_MS } from './kafka-client.ts';
import { type Batches, SeparateBatches, SharedBatches } from './batches.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { Lane } from './lane.ts';
import { SilenceWatch } from './silence-watch.ts';
import { withTimeout } from '../with-timeout.ts';

export interface GroupConsumerOptions<T extends Topic> {
  subscription: AnySubscription<T>;
  /** The topic's name at Kafka. */
  topic: string;
  log: Logger;
  /** `fetchMs` says how long the next fetch may wait. */
  create(fetchMs: () => number): KafkaConsumer;
  letters(dead: readonly DeadEvent[]): Promise<void>;
  /** Offsets by partition where a group without any begins; those that are not named begin with the oldest event. */
  beginAt: ReadonlyMap<number, string>;
}

/** How one client stands to the group, and what made it leave. */
interface Membership {
  state: 'outside' | 'inside' | 'reading';
  fault: unknown;
}

/** Up to where a lane is handled. */
interface Place {
  lane: Lane;
  offset: number;
}

/** How long the first joining is tried before the subscriber is told. */
const JOIN_LIMIT_MS = 60_000;
const RETRY_MS = 500;
/** Where somebody has just come or gone, others are about to. */
const SETTLED_MS = 10_000;

/**
 * One member of a group: joins, hands what it reads to the lane of its partition, and begins anew when the client gives
 * up.
 */
export class GroupConsumer<T extends Topic> implements Consumer {
  readonly #options: GroupConsumerOptions<T>;
  readonly #lanes = new Map<number, Lane>();
  readonly #batches: Batches;
  readonly #closing = new AbortController();
  /** Fires when the time to finish is over. */
  readonly #ending = new AbortController();
  readonly #commits = new GroupedWrites<Place>({ write: (places) => this.#commit(places) });
  readonly #watch = new SilenceWatch(() => this.#isStuck());
  #client: KafkaConsumer | undefined;
  #payload: EachBatchPayload | undefined;
  #beginAt: ReadonlyMap<number, string>;
  #memberId = '';
  #joinedAt = Date.now();
  #joining: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  private constructor(options: GroupConsumerOptions<T>) {
    this.#options = options;
    this.#beginAt = options.beginAt;
    this.#batches = this.#newBatches();
  }

  /** @throws what kept it from joining its group for a minute */
  static async open<T extends Topic>(options: GroupConsumerOptions<T>): Promise<GroupConsumer<T>> {
    const consumer = new GroupConsumer(options);
    try {
      await consumer.#joinAlone(() => consumer.#join(Date.now() + JOIN_LIMIT_MS));
    } catch (error) {
      await consumer.close(0);
      throw error;
    }
    return consumer;
  }

  /** Closing twice waits for the same end. */
  close(graceMs = subscriptionDefaults.graceMs): Promise<void> {
    this.#ended ??= this.#close(graceMs);
    return this.#ended;
  }

  async #close(graceMs: number): Promise<void> {
    this.#watch.close();
    this.#closing.abort();
    if (this.#client) this.#steer((client) => client.pause([{ topic: this.#options.topic }]));
    const force = setTimeout(() => this.#ending.abort(), graceMs);
    await this.#batches.idle();
    clearTimeout(force);
    await this.#hangUp(this.#client);
    // What is still trying to join gives up; a broker that does not answer must not keep the process.
    if (this.#joining) await withTimeout(this.#joining, HANG_UP_MS, 'giving up to join').catch(() => undefined);
  }

  /** Has the watch leave it alone meanwhile, which would otherwise have it join a second time beside a slow first one. */
  #joinAlone(work: () => Promise<void>): Promise<void> {
    const joining = work().finally(() => {
      // Where it was lost as soon as it had joined, it joins anew already.
      if (this.#joining === joining) this.#joining = undefined;
    });
    this.#joining = joining;
    return joining;
  }

  /** Tries until it is a member, is closed, or it is `until`. */
  async #join(until = Number.POSITIVE_INFINITY): Promise<void> {
    const { log, subscription } = this.#options;
    const { topic, group } = subscription;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      await retry(() => this.#launch(), {
        signal,
        again: () => Date.now() < until,
        pauseMs: (attempt) => Math.max(RETRY_MS, growingPauseMs(attempt)),
        onRetry: (error, attempt) =>
          log.warn(
            { topic, group, reason: reasonOf(error), attempt },
            'a consumer could not join its group; tried again',
          ),
      });
      log.debug({ topic, group }, 'a consumer joined its group');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #launch(): Promise<void> {
    const client = this.#options.create(() => (this.#isIdle ? commonEndMs(IDLE_FETCH_MS) : BUSY_FETCH_MS));
    const member: Membership = { state: 'outside', fault: new Error('it was not taken into the group') };
    client.on(client.events.GROUP_JOIN, ({ payload }) => {
      // An event of a client that was given up and comes to itself late.
      if (client !== this.#client) return;
      if (member.state === 'outside') member.state = 'inside';
      this.#assign(client, payload.memberId, payload.memberAssignment[this.#options.topic] ?? []);
    });
    client.on(client.events.REBALANCING, () => {
      for (const lane of this.#lanes.values()) lane.hold();
    });
    client.on(client.events.HEARTBEAT, () => this.#watch.heard());
    client.on(client.events.CRASH, ({ payload }) => {
      member.fault = payload.error;
      if (member.state === 'reading') this.#replace(client, reasonOf(member.fault));
      else member.state = 'outside';
    });
    this.#client = client;
    try {
      await client.connect();
      await client.subscribe({ topics: [this.#options.topic], fromBeginning: true });
      await client.run({ autoCommit: false, eachBatch: async (payload) => this.#accept(client, payload) });
      if (member.state === 'inside') await this.#begin(client);
      // A crash may have come in between.
      if (member.state !== 'inside') throw member.fault;
      this.#closing.signal.throwIfAborted();
      member.state = 'reading';
    } catch (error) {
      this.#client = undefined;
      this.#loseAll();
      await this.#hangUp(client);
      throw error;
    }
  }

  /** Writes down where the group begins, so that it begins there whoever reads the partition next. */
  async #begin(client: KafkaConsumer): Promise<void> {
    const { topic } = this.#options;
    if (this.#beginAt.size === 0) return;
    await client.commitOffsets([...this.#beginAt].map(([partition, offset]) => ({ topic, partition, offset })));
    this.#beginAt = new Map();
  }

  /** Keeps what it still has; the same member id means that nobody else had it in between. */
  #assign(client: KafkaConsumer, memberId: string, partitions: readonly number[]): void {
    const { topic } = this.#options;
    this.#watch.heard();
    this.#joinedAt = Date.now();
    if (memberId !== this.#memberId) this.#loseAll();
    this.#memberId = memberId;
    for (const [partition, lane] of this.#lanes) if (!partitions.includes(partition)) this.#lose(lane);
    for (const partition of partitions) {
      const offset = this.#lanes.get(partition)?.next?.toString() ?? this.#beginAt.get(partition);
      if (offset !== undefined) client.seek({ topic, partition, offset });
    }
    for (const lane of this.#lanes.values()) lane.goOn();
  }

  #accept(client: KafkaConsumer, payload: EachBatchPayload): void {
    if (client !== this.#client || this.#closing.signal.aborted) return;
    this.#payload = payload;
    const { partition, messages } = payload.batch;
    let lane = this.#lanes.get(partition);
    if (!lane) this.#lanes.set(partition, (lane = this.#newLane(partition)));
    lane.accept(messages);
  }

  #newBatches(): Batches {
    const { mode, batchSize = subscriptionDefaults.batchSize } = this.#options.subscription;
    return mode === 'concurrent'
      ? new SeparateBatches(this.#options, batchSize, this.#inFlight)
      : new SharedBatches(this.#options, batchSize, { stopping: this.#closing.signal, ending: this.#ending.signal });
  }

  /** Batches of a partition at once. */
  get #inFlight(): number {
    const { mode, maxInFlight = subscriptionDefaults.maxInFlight } = this.#options.subscription;
    return mode === 'concurrent' ? maxInFlight : 1;
  }

  #newLane(partition: number): Lane {
    const { subscription, log, topic } = this.#options;
    return new Lane(partition, {
      topic,
      group: subscription.group,
      log,
      enough: (subscription.batchSize ?? subscriptionDefaults.batchSize) * this.#inFlight,
      stopping: this.#closing.signal,
      ending: this.#ending.signal,
      ready: (lane) => this.#batches.wake(lane),
      commit: (lane, offset) => this.#commits.add({ lane, offset }),
      pause: (of) => this.#steer((client) => client.pause([{ topic, partitions: [of] }])),
      resume: (of) => {
        if (!this.#closing.signal.aborted) this.#steer((client) => client.resume([{ topic, partitions: [of] }]));
      },
    });
  }

  /**
   * Of the membership that is; the client's own way of committing would repeat it in the next one. What was lost while
   * this waited is another's to commit.
   */
  async #commit(places: readonly Place[]): Promise<void> {
    const partitions = places
      .filter(({ lane }) => !lane.lost.aborted)
      .map(({ lane, offset }) => ({ partition: lane.partition, offset: String(offset) }));
    if (partitions.length === 0) return;
    await this.#payload?.commitOffsetsIfNecessary({ topics: [{ topic: this.#options.topic, partitions }] });
  }

  /** Pausing and resuming, which a client that has just given up refuses; the next one begins with nothing paused. */
  #steer(work: (client: KafkaConsumer) => void): void {
    try {
      if (this.#client) work(this.#client);
    } catch (error) {
      this.#options.log.debug({ reason: reasonOf(error) }, 'a consumer without a group was not steered');
    }
  }

  /** Whatever comes next ends a fetch, because none of the partitions is left out of it; and nobody comes or goes. */
  get #isIdle(): boolean {
    const isSettled = Date.now() - this.#joinedAt > SETTLED_MS && !this.#closing.signal.aborted;
    return isSettled && [...this.#lanes.values()].every((lane) => lane.isIdle);
  }

  #lose(lane: Lane): void {
    this.#lanes.delete(lane.partition);
    lane.lose();
  }

  #loseAll(): void {
    for (const lane of this.#lanes.values()) this.#lose(lane);
  }

  #isStuck(): void {
    if (this.#client && !this.#joining) this.#replace(this.#client, 'nothing was heard of the group');
  }

  #replace(client: KafkaConsumer, reason: string): void {
    if (client !== this.#client || this.#closing.signal.aborted) return;
    const { log, subscription } = this.#options;
    log.warn(
      { topic: subscription.topic, group: subscription.group, reason },
      'a consumer lost its group; it joins anew',
    );
    this.#client = undefined;
    this.#loseAll();
    void this.#joinAlone(async () => {
      await this.#hangUp(client);
      await this.#join();
    });
  }

  async #hangUp(client: KafkaConsumer | undefined): Promise<void> {
    if (!client) return;
    try {
      await withTimeout(client.disconnect(), HANG_UP_MS, 'leaving the group');
    } catch (error) {
      this.#options.log.warn(
        { reason: reasonOf(error) },
        'a consumer did not leave its group in order; the group will notice',
      );
    }
  }
}
