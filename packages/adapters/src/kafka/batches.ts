import type { Topic } from '@numscope/contracts';
import { setImmediate as turn } from 'node:timers/promises';
import { deliver, type DeliveryWork } from './delivery.ts';
import type { Lane, LaneBatch } from './lane.ts';

/** Takes what lanes have and hands it to the subscriber. */
export interface Batches {
  /** A lane has something. */
  wake(lane: Lane): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Handles up to `maxInFlight` batches of each partition at once: for handlers that wait long. */
export class SeparateBatches<T extends Topic> implements Batches {
  readonly #work: DeliveryWork<T>;
  readonly #batchSize: number;
  readonly #maxInFlight: number;
  readonly #underWay = new Map<Lane, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(work: DeliveryWork<T>, batchSize: number, maxInFlight: number) {
    this.#work = work;
    this.#batchSize = batchSize;
    this.#maxInFlight = maxInFlight;
  }

  wake(lane: Lane): void {
    while (!lane.stopping.aborted && (this.#underWay.get(lane) ?? 0) < this.#maxInFlight) {
      const batch = lane.take(this.#batchSize);
      if (!batch) return;
      this.#count(lane, 1);
      const run = this.#run(lane, batch).finally(() => {
        this.#running.delete(run);
        this.#count(lane, -1);
        this.wake(lane);
      });
      this.#running.add(run);
    }
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #count(lane: Lane, by: number): void {
    const now = (this.#underWay.get(lane) ?? 0) + by;
    if (now > 0) this.#underWay.set(lane, now);
    else this.#underWay.delete(lane);
  }

  async #run(lane: Lane, batch: LaneBatch): Promise<void> {
    if (await deliver(this.#work, [batch], lane)) await lane.handled(batch);
  }
}

interface Part {
  lane: Lane;
  batch: LaneBatch;
}

/**
 * One batch at a time, of all partitions together, each of which keeps its order: a write, a commit and what is said of
 * them cost less the more events share them, and a fetch brings few of each partition.
 */
export class SharedBatches<T extends Topic> implements Batches {
  readonly #work: DeliveryWork<T>;
  readonly #batchSize: number;
  readonly #stopping: AbortSignal;
  readonly #ending: AbortSignal;
  /** Lanes that have something; who was served last comes last. */
  readonly #waiting = new Set<Lane>();
  #running: Promise<void> | undefined;

  constructor(work: DeliveryWork<T>, batchSize: number, ends: { stopping: AbortSignal; ending: AbortSignal }) {
    this.#work = work;
    this.#batchSize = batchSize;
    this.#stopping = ends.stopping;
    this.#ending = ends.ending;
  }

  wake(lane: Lane): void {
    this.#waiting.add(lane);
    this.#running ??= this.#run();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        // What else a fetch brought comes along.
        await turn();
        const parts = this.#take();
        if (parts.length === 0) return;
        await this.#handle(parts);
      }
    } finally {
      this.#running = undefined;
    }
  }

  #take(): Part[] {
    const parts: Part[] = [];
    let room = this.#batchSize;
    if (this.#stopping.aborted) return parts;
    for (const lane of this.#waiting) {
      this.#waiting.delete(lane);
      const batch = lane.take(room);
      if (!batch) continue;
      parts.push({ lane, batch });
      room -= batch.records.length;
      if (lane.hasMore) this.#waiting.add(lane);
      if (room === 0) break;
    }
    return parts;
  }

  /**
   * Once a partition is another's nothing is tried again, and what the other partitions have in the batch comes in the
   * next one; nobody waits for a batch of which all are another's.
   */
  async #handle(parts: readonly Part[]): Promise<void> {
    const allLost = new AbortController();
    const lanes = parts.map(({ lane }) => lane);
    const look = (): void => {
      if (lanes.every(({ lost }) => lost.aborted)) allLost.abort();
    };
    for (const { lost } of lanes) lost.addEventListener('abort', look);
    const isHandled = await deliver(
      this.#work,
      parts.map(({ batch }) => batch),
      {
        stopping: AbortSignal.any([this.#stopping, ...lanes.map(({ lost }) => lost)]),
        ending: AbortSignal.any([this.#ending, allLost.signal]),
      },
    );
    for (const { lost } of lanes) lost.removeEventListener('abort', look);
    if (isHandled) await Promise.all(parts.map(({ lane, batch }) => lane.handled(batch)));
    else for (const { lane, batch } of parts) lane.giveBack(batch);
  }
}
