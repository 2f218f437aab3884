import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import { RareLooks } from './rare-looks.ts';
import { Rounds } from './rounds.ts';
import type { EventBus, OutgoingEvent, UnpublishedEvent } from '../ports/event-bus.port.ts';
import { unpackEvents } from '../packed-events.ts';
import { type TooLargeEvent, TooLargeEvents } from '../too-large-events.ts';
import type { OutboxFigures, ServiceMetrics } from './metrics.ts';

/** What a store knows a commit's events by, in its own order of writing. */
export type CommitId = number | string;

/** Events that a store wrote in the same step as its state, waiting to go out, oldest first. */
export interface OutboxSource {
  /**
   * How soon to look again when nothing waits; less than a second where others write too, whose wakes are not heard
   * here.
   */
  readonly pollMs?: number;
  /** Whether nobody else can have written, so that a look is for what a wake was lost of, and may be seldom. */
  readonly isAlone?: boolean;
  pendingEvents(limit: number): Promise<Array<{ id: CommitId; events: OutgoingEvent[] }>>;
  /** Forgets these commits' events: they are on the bus. */
  clearEvents(ids: CommitId[]): Promise<void>;
}

/** Tells the same in no more than so many bytes, under the same id; null where that cannot be. */
export type TellShorter = (event: OutgoingEvent, mostBytes: number) => OutgoingEvent | null;

const GROUPS_AT_ONCE = 16;
const IDLE_MS = 1000;
const RETRY_MS = 500;

/** Events as they were read, or handed over in one text. */
type Group = { events: readonly OutgoingEvent[] } | { packed: string; count: number };
type Commit = Group & { id: CommitId };

/** Joins commits that are all of one kind, as `#next` gives them. */
function asOne(commits: readonly Commit[]): Group {
  const packed: string[] = [];
  let count = 0;
  for (const commit of commits) {
    if ('events' in commit) return { events: commits.flatMap((one) => ('events' in one ? one.events : [])) };
    packed.push(commit.packed);
    count += commit.count;
  }
  return { packed: packed.join('\n'), count };
}

/**
 * Carries a store's outgoing events to the bus, in order, at least once. Woken after each change, and by itself in case
 * a wake was lost. What it is handed is not read from the store again, unless something fails.
 */
export class OutboxRelay {
  readonly #source: OutboxSource;
  readonly #bus: EventBus;
  readonly #log: Logger;
  readonly #tellShorter: TellShorter;
  readonly #rounds = new Rounds(
    () => this.#drain(),
    () => this.#look(),
  );
  readonly #rareLooks = new RareLooks(() => this.#source.isAlone === true);
  /** Commits to be sent as they were handed over. */
  #handed: Commit[] = [];
  /** Whether the store has events that nobody handed over, as far as is known. */
  #unread = true;
  /** Whether the store is to be read although nothing is known to wait there. */
  #looks = false;
  /** Whether events are on their way, or are being looked for because there should be some. */
  #underWay = false;
  #sent = 0;
  #failed = 0;
  /** When the oldest of what waits was noticed; null when nothing waits. */
  #behindSince: number | null = null;

  /** @param tellShorter of what the bus can never take as it is; unless given nothing can */
  constructor(source: OutboxSource, bus: EventBus, log: Logger, tellShorter: TellShorter = () => null) {
    this.#source = source;
    this.#bus = bus;
    this.#log = log;
    this.#tellShorter = tellShorter;
  }

  /** Also sends what a former process left behind. */
  start(): void {
    this.wake();
  }

  /** Whether events are known to wait that must not be overtaken. A mere look for some is none of it: it is slow where the store is busy. */
  get isBehind(): boolean {
    return this.#unread || this.#handed.length > 0 || this.#underWay;
  }

  get figures(): OutboxFigures {
    const behindMs = this.#behindSince === null ? 0 : performance.now() - this.#behindSince;
    return { sent: this.#sent, failed: this.#failed, behindMs };
  }

  /**
   * Sends the events of one commit, which the caller still has at hand.
   * @param packed as `packEvents` made them for the store
   * @param count how many they are
   */
  carry(id: CommitId, packed: string, count: number): void {
    this.#handed.push({ id, packed, count });
    this.#rounds.wake();
  }

  wake(): void {
    this.#unread = true;
    this.#rounds.wake();
  }

  /** Resolves as `work` does, and sends what events that has kept. */
  async after<T>(work: Promise<T>): Promise<T> {
    const done = await work;
    this.wake();
    return done;
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** In case a wake was lost, or another process wrote. */
  #look(): void {
    this.#looks = this.#rareLooks.isDue();
    this.#rounds.wake();
  }

  /** @returns milliseconds until it looks again */
  async #drain(): Promise<number> {
    let pause = this.#source.pollMs ?? IDLE_MS;
    try {
      for (;;) {
        const commits = await this.#next();
        if (commits.length === 0) break;
        this.#behindSince ??= performance.now();
        await this.#publish(asOne(commits));
        await this.#source.clearEvents(commits.map(({ id }) => id));
      }
      this.#behindSince = null;
    } catch (error) {
      pause = RETRY_MS;
      this.#failed++;
      this.#behindSince ??= performance.now();
      this.#unread = true;
      this.#log.warn({ reason: reasonOf(error) }, 'events wait: the bus or the store did not take them');
    } finally {
      this.#underWay = false;
    }
    return pause;
  }

  /**
   * What the bus can never take is told shorter, or goes to the dead letters: all that comes behind it would wait for
   * ever.
   */
  async #publish(group: Group): Promise<void> {
    try {
      if ('packed' in group) await this.#bus.publishPacked(group.packed);
      else await this.#bus.publish(group.events);
      this.#sent += 'packed' in group ? group.count : group.events.length;
    } catch (error) {
      if (!(error instanceof TooLargeEvents)) throw error;
      const fitting: OutgoingEvent[] = [];
      const unpublished: UnpublishedEvent[] = [];
      for (const event of 'packed' in group ? unpackEvents(group.packed) : group.events) {
        const fault = error.faults.get(event.id);
        const told = fault ? this.#shorter(event, fault) : event;
        if (told) fitting.push(told);
        else unpublished.push({ event, reason: fault?.reason ?? '' });
      }
      if (fitting.length > 0) await this.#bus.publish(fitting);
      this.#sent += fitting.length;
      if (unpublished.length > 0) await this.#bus.giveUp(unpublished);
    }
  }

  #shorter(event: OutgoingEvent, { reason, mostBytes }: TooLargeEvent): OutgoingEvent | null {
    const told = this.#tellShorter(event, mostBytes);
    if (!told || Buffer.byteLength(told.json) > mostBytes) return null;
    this.#log.warn(
      { topic: event.topic, reason },
      'an event is told shorter than it was: the bus takes no such large one',
    );
    return told;
  }

  /**
   * What is to go out next, oldest first. While anything is to be read, all is: what was handed over is in the store as
   * well.
   */
  async #next(): Promise<Commit[]> {
    this.#underWay = this.isBehind;
    if (!this.#unread && !this.#looks) return this.#handed.splice(0, GROUPS_AT_ONCE);
    this.#rareLooks.looked();
    this.#unread = false;
    this.#looks = false;
    this.#handed = [];
    const commits = await this.#source.pendingEvents(GROUPS_AT_ONCE);
    if (commits.length > 0) this.#unread = true;
    // Those handed over meanwhile may have been read just now.
    const read = new Set(commits.map(({ id }) => id));
    this.#handed = this.#handed.filter(({ id }) => !read.has(id));
    return commits;
  }
}

/** The relay of a service's outbox, with its figures among the service's metrics. */
export function createRelay(deps: {
  kit: { log: Logger; metrics: ServiceMetrics };
  bus: EventBus;
  store: OutboxSource;
  tellShorter?: TellShorter;
}): OutboxRelay {
  const { kit, bus, store, tellShorter } = deps;
  const relay = new OutboxRelay(store, bus, kit.log, tellShorter);
  kit.metrics.measureOutbox(relay);
  return relay;
}
