import type { Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type DeadEvent,
  deliverBatch,
  growingPauseMs,
  oneLine,
  type Logger,
  reasonOf,
  retry,
} from '@numscope/platform';

/** What a lane needs of its consumer. */
export interface LaneWork<T extends Topic> {
  subscription: AnySubscription<T>;
  log: Logger;
  /** Keeps that everything before `offset` is handled. */
  commit(partition: number, offset: number): Promise<void>;
  letters(dead: readonly DeadEvent[]): Promise<void>;
  pause(partition: number): void;
  resume(partition: number): void;
}

export interface LaneRecord {
  offset: string;
  value: Buffer | null;
}

interface Batch {
  jsons: string[];
  /** The offset after its last event. */
  next: number;
  done: boolean;
}

const DEFAULT_BATCH = 500;
const DEFAULT_IN_FLIGHT = 4;
const NOTEWORTHY_ATTEMPT = 5;

/**
 * One partition as long as this consumer has it: takes what is fetched, hands it over in batches, and commits up to the
 * oldest unfinished one. Fetching goes on meanwhile, and with it the heartbeats, so a handler may take as long as it
 * needs; when enough is read ahead the partition is paused.
 */
export class Lane<T extends Topic> {
  readonly partition: number;
  readonly #work: LaneWork<T>;
  readonly #batchSize: number;
  readonly #maxInFlight: number;
  readonly #stopping = new AbortController();
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Read ahead, not yet in a batch. */
  #ahead: Array<{ offset: number; value: Buffer | null }> = [];
  #batches: Batch[] = [];
  #next = 0;
  #handled = 0;
  #committed = 0;
  #committing: Promise<boolean> | undefined;
  #paused = false;
  #held = false;
  #lost = false;

  constructor(partition: number, work: LaneWork<T>) {
    const { batchSize, mode, maxInFlight } = work.subscription;
    this.partition = partition;
    this.#work = work;
    this.#batchSize = batchSize ?? DEFAULT_BATCH;
    this.#maxInFlight = mode === 'concurrent' ? (maxInFlight ?? DEFAULT_IN_FLIGHT) : 1;
  }

  /** The offset to read on from; null before anything was read. */
  get next(): number | null {
    return this.#next === 0 ? null : this.#next;
  }

  /** Nothing waits to be handled, is being handled, or still has to be committed. */
  get isIdle(): boolean {
    return this.#ahead.length === 0 && this.#running.size === 0;
  }

  accept(records: readonly LaneRecord[]): void {
    for (const { offset, value } of records) {
      const at = Number(offset);
      // After the group changed some are read again.
      if (at < this.#next) continue;
      this.#ahead.push({ offset: at, value });
      this.#next = at + 1;
    }
    if (!this.#paused && this.#ahead.length >= 2 * this.#batchSize * this.#maxInFlight) {
      this.#paused = true;
      this.#work.pause(this.partition);
    }
    this.#pump();
  }

  /** While the group changes nothing new is begun, for the partition may be another's next. */
  hold(): void {
    this.#held = true;
  }

  /** The partition stayed here. */
  goOn(): void {
    this.#held = false;
    this.#pump();
  }

  /** The partition is another's now: what is being handled is given up, and nothing is committed any more. */
  lose(): void {
    this.#lost = true;
    this.#stopping.abort();
    this.#abort.abort();
    this.#ahead = [];
    this.#flow();
  }

  /** Takes no more; what is being handled may finish within `graceMs` and is committed. */
  async close(graceMs: number): Promise<void> {
    this.#stopping.abort();
    const force = setTimeout(() => this.#abort.abort(), graceMs);
    while (this.#running.size > 0) await Promise.all(this.#running);
    clearTimeout(force);
  }

  #pump(): void {
    while (
      !this.#held &&
      !this.#stopping.signal.aborted &&
      this.#running.size < this.#maxInFlight &&
      this.#ahead.length > 0
    ) {
      const taken = this.#ahead.splice(0, this.#batchSize);
      const batch: Batch = {
        // Null: its key was erased, which whoever erased it has told everybody by other ways.
        jsons: taken.flatMap(({ value }) => (value === null ? [] : [oneLine(value.toString('utf8'))])),
        next: (taken.at(-1)?.offset ?? 0) + 1,
        done: false,
      };
      this.#batches.push(batch);
      const run = this.#run(batch).finally(() => {
        this.#running.delete(run);
        this.#pump();
      });
      this.#running.add(run);
    }
    this.#flow();
  }

  /** Fetches on before the last batch is handed over, so that the handler does not wait for the next. */
  #flow(): void {
    if (!this.#paused || this.#ahead.length >= this.#batchSize * this.#maxInFlight) return;
    this.#paused = false;
    this.#work.resume(this.partition);
  }

  async #run(batch: Batch): Promise<void> {
    const { subscription, log } = this.#work;
    const { topic, group } = subscription;
    const dead =
      batch.jsons.length === 0
        ? []
        : await deliverBatch(subscription, batch.jsons, {
            pauseMs: growingPauseMs,
            stopping: this.#stopping.signal,
            abort: this.#abort.signal,
            onRetry: (reason, attempt) => log.warn({ topic, group, reason, attempt }, 'events are tried again'),
          });
    if (dead === null) return;
    if (dead.length > 0 && !(await this.#insist('dead letters', () => this.#work.letters(dead)))) return;
    batch.done = true;
    while (this.#batches[0]?.done) this.#handled = this.#batches.shift()?.next ?? this.#handled;
    await this.#commit();
  }

  /** One commit at a time, each of all that is handled by then. */
  async #commit(): Promise<void> {
    while (this.#committed < this.#handled) {
      this.#committing ??= this.#commitHandled().finally(() => (this.#committing = undefined));
      if (!(await this.#committing)) return;
    }
  }

  async #commitHandled(): Promise<boolean> {
    const offset = this.#handled;
    const written = await this.#insist('a commit', () => this.#work.commit(this.partition, offset));
    if (written) this.#committed = offset;
    return written;
  }

  /** Tries until it works; false when the lane ended before that. */
  async #insist(what: string, work: () => Promise<void>): Promise<boolean> {
    const { topic, group } = this.#work.subscription;
    const told = async (): Promise<boolean> => {
      if (this.#lost) return false;
      await work();
      return true;
    };
    const onRetry = (error: unknown, attempt: number): void => {
      // While the group changes, commits are refused for a moment.
      const level = attempt < NOTEWORTHY_ATTEMPT ? 'debug' : 'warn';
      const { log } = this.#work;
      log[level](
        { topic, group, partition: this.partition, reason: reasonOf(error) },
        `${what} could not be written; tried again`,
      );
    };
    return retry(told, { signal: this.#abort.signal, again: () => !this.#lost, onRetry }).catch(() => false);
  }
}
