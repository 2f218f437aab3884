import { limits, type Topic } from '@numscope/contracts';
import type {
  AnySubscription,
  Consumer,
  DeadLetter,
  ErasedEvents,
  EventBus,
  Logger,
  LogExtent,
  LogReader,
  OutgoingEvent,
  Reading,
  UnpublishedEvent,
} from '@numscope/platform';
import { packEvents, reasonOf, OUTBOX_GROUP } from '@numscope/platform';
import { openWorkerStore, type RemoteStore } from '../../sqlite/index.ts';
import type { BusWrite, LoggedChunk, ReadRequest, StoredChunk } from './bus-protocol.ts';
import { ConsumerGroup } from './consumer-group.ts';
import { groupCommit } from './group-commit.ts';
import { HandledOffsets } from './handled-offsets.ts';
import { LogOffsets } from './log-offsets.ts';
import { PlaceReader } from './place-reader.ts';
import { RecentChunks } from './recent-chunks.ts';
import { groupName, streamOf, streamsOf, topicOf } from './streams.ts';
import { tellDeadLetters } from '../../tell-dead-letters.ts';

export interface EmbeddedBusOptions {
  /** The SQLite file. */
  path: string;
  /**
   * Events older than this are dropped, but not before each group has handled them: after weeks without power, or with a
   * clock that went ahead, they are as they were. As far as a group does not get on, the log grows.
   */
  retentionDays: number;
  /**
   * By so long after the opening each group that there still is has subscribed; for any other, which a version before
   * left, nothing is kept longer. An hour, unless said.
   */
  subscribedWithinMs?: number;
  log: Logger;
}

type BusStore = typeof import('./bus-store.ts');
type Store = RemoteStore<BusStore>;

const DAY_MS = 86_400_000;
const PRUNE_EVERY_MS = 60_000;
const PRUNE_CHUNKS = 200;
const PRUNE_LETTERS = 100;
/** Looked through at once: some ten milliseconds. */
const ERASED_CHUNKS = 50;
/** How far groups have come is written with the next events, and no later than so: until then a kill repeats what they handled. */
const NOTE_WITHIN_MS = 100;
const SUBSCRIBED_WITHIN_MS = 3_600_000;
/** In case a wake was lost. */
const WAKE_EVERY_MS = 1000;

class EmbeddedBus implements EventBus {
  readonly #store: Store;
  readonly #options: EmbeddedBusOptions;
  readonly #log: string;
  readonly #readers = new Set<PlaceReader>();
  readonly #offsets: LogOffsets;
  readonly #groups = new Map<string, { topic: Topic; group: ConsumerGroup }>();
  readonly #handled = new HandledOffsets();
  readonly #recent = new RecentChunks();
  readonly #commits: ReturnType<typeof groupCommit>;
  #noting: NodeJS.Timeout | undefined;
  readonly #waking: NodeJS.Timeout;
  /** By the monotonic clock, which nobody can set. */
  readonly #openedAt = performance.now();
  #pruning: NodeJS.Timeout;
  #closed = false;

  constructor(store: Store, state: Awaited<ReturnType<Store['state']>>, options: EmbeddedBusOptions) {
    this.#store = store;
    this.#options = options;
    this.#log = state.log;
    this.#offsets = new LogOffsets(state.streams, state.offsets);
    this.#commits = groupCommit((write) => this.#write(write));
    this.#waking = setInterval(() => this.#wake(), WAKE_EVERY_MS).unref();
    this.#pruning = setTimeout(() => void this.#prune(), 0).unref();
  }

  publish(events: readonly OutgoingEvent[]): Promise<void> {
    return this.publishPacked(packEvents(events));
  }

  async publishPacked(packed: string): Promise<void> {
    if (this.#closed) throw new Error('the bus is closed');
    if (packed !== '') await this.#commits.commit({ packed: [packed] });
  }

  async giveUp(unpublished: readonly UnpublishedEvent[]): Promise<void> {
    const at = Date.now();
    const dead = unpublished.map(({ event: { topic, json }, reason }) => ({
      topic,
      group: OUTBOX_GROUP,
      reason,
      at,
      json,
    }));
    tellDeadLetters(this.#options.log, dead);
    if (dead.length > 0) await this.#commits.commit({ dead });
  }

  async subscribe<T extends Topic>(subscription: AnySubscription<T>): Promise<Consumer> {
    const { topic, group, from } = subscription;
    const streams = streamsOf(topic);
    const fresh = streams.filter((stream) => this.#offsets.next(group, stream) === undefined);
    if (fresh.length > 0) {
      const offsets = fresh.map((stream) => ({
        group,
        stream,
        next: from === 'latest' ? this.#offsets.end(stream) : this.#offsets.start(stream),
      }));
      if (from === 'latest') for (const offset of offsets) this.#offsets.advance(offset);
      else await this.#commits.commit({ offsets });
    }
    const name = groupName(group, topic);
    let known = this.#groups.get(name);
    if (!known) {
      const work = {
        log: this.#options.log,
        committed: (stream: string) => this.#offsets.next(group, stream) ?? 0,
        end: (stream: string) => this.#offsets.end(stream),
        read: (requests: ReadRequest[], limit: number) => this.#read(requests, limit),
        commit: (offsets: Array<{ stream: string; next: number }>, dead: Array<{ json: string; reason: string }>) =>
          this.#settle({ topic, group, from }, offsets, dead),
      };
      known = { topic, group: new ConsumerGroup(subscription as AnySubscription<Topic>, work) };
      this.#groups.set(name, known);
    }
    return known.group.add(subscription as AnySubscription<Topic>);
  }

  async extent(topics: readonly Topic[]): Promise<LogExtent> {
    const partitions = topics.flatMap((topic) =>
      streamsOf(topic).map((stream, partition) => ({
        topic,
        partition,
        start: this.#offsets.start(stream),
        end: this.#offsets.end(stream),
      })),
    );
    return { log: this.#log, partitions };
  }

  async read(reading: Reading): Promise<LogReader> {
    if (this.#closed) throw new Error('the bus is closed');
    const reader = new PlaceReader(reading, {
      end: (place) => this.#offsets.end(streamOf(place)),
      read: (requests, limit) => this.#read(requests, limit),
    });
    this.#readers.add(reader);
    reader.wake();
    return {
      close: async () => {
        this.#readers.delete(reader);
        await reader.close();
      },
    };
  }

  async lag(topic: Topic, group: string): Promise<number> {
    return this.#offsets.lag(group, streamsOf(topic));
  }

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    return (await this.#store.deadLetters(limit)) as DeadLetter[];
  }

  async erase(phone: string, pictures: readonly string[]): Promise<ErasedEvents> {
    let count = 0;
    this.#recent.clear();
    for (let after = 0; ;) {
      const looked = await this.#store.eraseFrom({ phone, pictures }, after, ERASED_CHUNKS);
      count += looked.events;
      if (looked.last === null) break;
      after = looked.last;
    }
    this.#recent.clear();
    await this.#noteHandled();
    const offsets = await this.#store.waitingForNothing();
    if (offsets.length > 0) await this.#commits.commit({ offsets });
    await this.#store.scrub({ phone, pictures });
    return { count, keptMs: 0, againMs: null };
  }

  async check(): Promise<void> {
    await this.#store.check(Date.now());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#waking);
    clearTimeout(this.#pruning);
    await Promise.all([...this.#groups.values()].map(({ group }) => group.close(0)));
    await Promise.all([...this.#readers].map((reader) => reader.close()));
    await this.#noteHandled();
    clearTimeout(this.#noting);
    await this.#commits.idle();
    await this.#store.close();
  }

  async #settle(
    { topic, group, from }: Pick<AnySubscription<Topic>, 'topic' | 'group' | 'from'>,
    offsets: Array<{ stream: string; next: number }>,
    dead: Array<{ json: string; reason: string }>,
  ): Promise<void> {
    const handled = offsets.map((offset) => ({ group, ...offset }));
    const kept = from === 'latest' ? [] : handled;
    if (dead.length === 0) {
      for (const offset of handled) this.#offsets.advance(offset);
      for (const offset of kept) this.#handled.note(offset);
      this.#noting ??= setTimeout(() => void this.#noteHandled(), NOTE_WITHIN_MS).unref();
      return;
    }
    const at = Date.now();
    const letters = dead.map((letter) => ({ topic, group, at, ...letter }));
    tellDeadLetters(this.#options.log, letters);
    await this.#commits.commit({ offsets: kept, dead: letters });
    for (const offset of handled) this.#offsets.advance(offset);
  }

  /** Writes how far groups have come. Never rejects: what could not be written is written with what comes next. */
  async #noteHandled(): Promise<void> {
    clearTimeout(this.#noting);
    this.#noting = undefined;
    if (this.#handled.isEmpty) return;
    try {
      await this.#commits.commit({});
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'how far events were handled could not be kept');
    }
  }

  async #read(requests: ReadRequest[], limit: number): Promise<StoredChunk[][]> {
    return this.#recent.read(requests, limit) ?? this.#store.read(requests, limit);
  }

  async #write(write: BusWrite): Promise<void> {
    const handled = this.#handled.take();
    let logged: LoggedChunk[];
    try {
      logged = await this.#store.write({ ...write, offsets: [...handled, ...write.offsets] });
    } catch (error) {
      this.#handled.putBack(handled);
      throw error;
    }
    for (const offset of write.offsets) this.#offsets.advance(offset);
    for (const chunk of logged) {
      this.#recent.add(chunk);
      this.#offsets.setEnd(chunk.stream, chunk.first + chunk.count);
    }
    if (logged.length > 0) this.#wake(new Set(logged.map(({ stream }) => topicOf(stream))));
  }

  #wake(topics?: ReadonlySet<string>): void {
    for (const { topic, group } of this.#groups.values()) if (!topics || topics.has(topic)) group.wake();
    for (const reader of this.#readers) reader.wake();
  }

  /** The groups that old events are kept for: null for all, as long as some may not have subscribed yet. */
  #awaited(): string[] | null {
    const { subscribedWithinMs = SUBSCRIBED_WITHIN_MS } = this.#options;
    return performance.now() - this.#openedAt < subscribedWithinMs ? null : [...this.#groups.keys()];
  }

  /** Old chunks go in small slices with pauses between, so that publishing hardly waits. */
  async #prune(): Promise<void> {
    let pause = PRUNE_EVERY_MS;
    try {
      const before = Date.now() - this.#options.retentionDays * DAY_MS;
      const starts = await this.#store.prune(before, PRUNE_CHUNKS, this.#awaited());
      for (const { stream, start } of starts) this.#offsets.setStart(stream, start);
      if (starts.length > 0) this.#recent.clear();
      const more = await this.#store.pruneLetters(Date.now() - limits.deadLetterDays * DAY_MS, PRUNE_LETTERS);
      if (starts.length > 0 || more) pause = 50;
    } catch (error) {
      if (!this.#closed) this.#options.log.warn({ err: error }, 'old events could not be dropped');
    }
    if (!this.#closed) this.#pruning = setTimeout(() => void this.#prune(), pause).unref();
  }
}

/**
 * Opens the event bus of one process: a durable log in one SQLite file, run in worker threads. Only one process may
 * have it open.
 */
export async function openEmbeddedBus(options: EmbeddedBusOptions): Promise<EventBus> {
  const store = await openWorkerStore<BusStore>({
    module: new URL('./bus-store.ts', import.meta.url),
    options: { path: options.path },
  });
  return new EmbeddedBus(store, await store.state(), options);
}
