import type { Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type DeadEvent,
  deliverBatch,
  growingPauseMs,
  type Logger,
  reasonOf,
  subscriptionDefaults,
} from '@numscope/platform';
import type { GroupOffset, ReadRequest, StoredChunk } from './bus-protocol.ts';
import { StreamCursor } from './stream-cursor.ts';

/** One consumer of a group. */
export interface Member {
  subscription: AnySubscription<Topic>;
  maxInFlight: number;
  stopping: AbortController;
  abort: AbortController;
  work: Set<Promise<void>>;
}

/** What a lane needs of the bus. */
export interface LaneWork {
  log: Logger;
  committed(stream: string): number;
  end(stream: string): number;
  read(requests: ReadRequest[], limit: number): Promise<StoredChunk[][]>;
  commit(offsets: Array<Omit<GroupOffset, 'group'>>, dead: DeadEvent[]): Promise<void>;
}

interface Batch {
  owner: Member;
  /** Each of one event or several, one a line. */
  texts: string[];
  /** Where each stream stands once this batch is done. */
  next: Map<StreamCursor, number>;
  /** What nobody could handle of it; null until it is done. */
  dead: readonly DeadEvent[] | null;
}

const RETRY_MS = 500;

/**
 * Some streams of a topic that one consumer reads together. One batch at a time for ordered consumers; several for
 * concurrent ones, committed up to the oldest unfinished.
 */
export class Lane {
  readonly #work: LaneWork;
  readonly #cursors: StreamCursor[];
  #owner: Member | null = null;
  #batches: Batch[] = [];
  /** Ends of batches are taken in one after the other. */
  #ends: Promise<void> = Promise.resolve();
  #pumping = false;
  #again = false;
  #turn = 0;

  constructor(streams: readonly string[], work: LaneWork) {
    this.#work = work;
    this.#cursors = streams.map((stream) => new StreamCursor(stream, work.committed(stream)));
  }

  /** From the next batch on `member` reads this lane; null: nobody does. */
  give(member: Member | null): void {
    this.#owner = member;
    this.wake();
  }

  wake(): void {
    this.#again = true;
    if (this.#pumping) return;
    this.#pumping = true;
    void this.#pump().finally(() => {
      this.#pumping = false;
      if (this.#again) this.wake();
    });
  }

  async #pump(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      for (;;) {
        const owner = this.#owner;
        if (!owner || owner.stopping.signal.aborted || this.#batches.length >= owner.maxInFlight) break;
        if (!(await this.#fetch(owner))) break;
        if (owner !== this.#owner || owner.stopping.signal.aborted) break;
        const batch = this.#take(owner);
        if (!batch) break;
        this.#start(batch);
      }
    }
  }

  /** Reads ahead while less than a batch is at hand. False when the store did not answer; a later wake tries again. */
  async #fetch(owner: Member): Promise<boolean> {
    const limit = owner.subscription.batchSize ?? subscriptionDefaults.batchSize;
    if (this.#cursors.reduce((sum, cursor) => sum + cursor.buffered, 0) >= limit) return true;
    const behind = this.#cursors.filter(
      (cursor) => cursor.buffered === 0 && cursor.position < this.#work.end(cursor.stream),
    );
    if (behind.length === 0) return true;
    const positions = behind.map((cursor) => ({ stream: cursor.stream, from: cursor.position }));
    try {
      const found = await this.#work.read(positions, limit);
      behind.forEach((cursor, index) => cursor.accept(positions[index]?.from ?? 0, found[index] ?? []));
      return true;
    } catch (error) {
      this.#work.log.warn({ reason: reasonOf(error) }, 'events could not be read; tried again');
      setTimeout(() => this.wake(), RETRY_MS).unref();
      return false;
    }
  }

  /**
   * Takes an equal share of each stream: none waits behind a busy one for ever, and what was published together is
   * handled together. A store then finds the phones of a batch side by side.
   */
  #take(owner: Member): Batch | null {
    const limit = owner.subscription.batchSize ?? subscriptionDefaults.batchSize;
    const texts: string[] = [];
    let left = limit;
    const next = new Map<StreamCursor, number>();
    const first = this.#turn++ % this.#cursors.length;
    const waiting = [...this.#cursors.slice(first), ...this.#cursors.slice(0, first)].filter(
      ({ buffered }) => buffered > 0,
    );
    for (const [place, cursor] of waiting.entries()) {
      const share = Math.ceil(left / (waiting.length - place));
      if (share === 0) break;
      for (const { text, count } of cursor.take(share)) {
        texts.push(text);
        left -= count;
      }
      next.set(cursor, cursor.position);
    }
    return texts.length === 0 ? null : { owner, texts, next, dead: null };
  }

  #start(batch: Batch): void {
    this.#batches.push(batch);
    const work = this.#run(batch).finally(() => {
      batch.owner.work.delete(work);
      this.wake();
    });
    batch.owner.work.add(work);
  }

  async #run(batch: Batch): Promise<void> {
    const { subscription, stopping, abort } = batch.owner;
    try {
      const dead = await deliverBatch<Topic>(subscription, batch.texts, {
        pauseMs: growingPauseMs,
        stopping: stopping.signal,
        abort: abort.signal,
        onRetry: (reason, attempt) =>
          this.#work.log.warn(
            { topic: subscription.topic, group: subscription.group, reason, attempt },
            'events are tried again',
          ),
      });
      if (dead !== null) batch.dead = dead;
      await this.#inTurn(dead === null ? () => this.#rewind() : () => this.#commitFinished(subscription));
    } catch (error) {
      await this.#inTurn(() => this.#giveUp(subscription, error));
    }
  }

  #inTurn(take: () => Promise<void> | void): Promise<void> {
    return (this.#ends = this.#ends.then(take));
  }

  /**
   * Commits all batches before the oldest unfinished one: whatever passes a batch keeps its dead letters as well. Never
   * rejects.
   */
  async #commitFinished(subscription: Member['subscription']): Promise<void> {
    const kept = this.#batches.findIndex(({ dead }) => dead === null);
    const finished = kept < 0 ? this.#batches : this.#batches.slice(0, kept);
    if (finished.length === 0) return;
    const next = new Map<StreamCursor, number>();
    for (const batch of finished) for (const [cursor, place] of batch.next) next.set(cursor, place);
    const offsets: Array<Omit<GroupOffset, 'group'>> = [...next].map(([cursor, place]) => ({
      stream: cursor.stream,
      next: place,
    }));
    try {
      await this.#work.commit(
        offsets,
        finished.flatMap(({ dead }) => dead ?? []),
      );
      this.#batches = this.#batches.filter((batch) => !finished.includes(batch));
    } catch (error) {
      await this.#giveUp(subscription, error);
    }
  }

  async #giveUp({ topic, group }: Member['subscription'], error: unknown): Promise<void> {
    this.#work.log.error({ topic, group, reason: reasonOf(error) }, 'a batch was not committed');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    this.#rewind();
  }

  /** What was not committed is read again by whoever is there next. */
  #rewind(): void {
    this.#batches = [];
    for (const cursor of this.#cursors) cursor.rewind(this.#work.committed(cursor.stream));
  }
}
