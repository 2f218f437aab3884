import { type Logger, reasonOf, retry } from '@numscope/platform';

/** What a lane needs of its consumer. */
export interface LaneWork {
  topic: string;
  group: string;
  log: Logger;
  /** Records read ahead at most. */
  enough: number;
  /** Nothing new is begun once it fires. */
  stopping: AbortSignal;
  /** Nothing is waited for once it fires. */
  ending: AbortSignal;
  /** Keeps that everything before `offset` is handled, unless the lane is lost meanwhile. */
  commit(lane: Lane, offset: number): Promise<void>;
  /** There is something to be taken. */
  ready(lane: Lane): void;
  pause(partition: number): void;
  resume(partition: number): void;
}

export interface LaneRecord {
  offset: string;
  value: Buffer | null;
}

/** A record that was read ahead. */
interface ReadRecord {
  offset: number;
  value: Buffer | null;
}

/** Records of one partition that are being handled. */
export interface LaneBatch {
  records: readonly ReadRecord[];
  /** The offset after its last record. */
  next: number;
  done: boolean;
}

const NOTEWORTHY_ATTEMPT = 5;

/**
 * One partition as long as this consumer has it: keeps what is fetched until it is taken, and commits up to the oldest
 * that is not handled. Fetching goes on meanwhile, and with it the heartbeats, so a handler may take as long as it needs;
 * when enough is read ahead the partition is paused.
 */
export class Lane {
  readonly partition: number;
  /** Fires when the partition is lost or the consumer stops: nothing is tried any more. */
  readonly stopping: AbortSignal;
  /** Fires when the partition is lost or the consumer has waited long enough: nobody waits for what is under way. */
  readonly ending: AbortSignal;
  readonly #work: LaneWork;
  readonly #lost = new AbortController();
  /** Read ahead, not yet taken. */
  #ahead: ReadRecord[] = [];
  #batches: LaneBatch[] = [];
  #next = 0;
  #handled = 0;
  #committed = 0;
  #committing: Promise<boolean> | undefined;
  #paused = false;
  #held = false;

  constructor(partition: number, work: LaneWork) {
    this.partition = partition;
    this.#work = work;
    this.stopping = AbortSignal.any([work.stopping, this.lost]);
    this.ending = AbortSignal.any([work.ending, this.lost]);
  }

  /** Fires when the partition is another's. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The offset to read on from; null before anything was read. */
  get next(): number | null {
    return this.#next === 0 ? null : this.#next;
  }

  get hasMore(): boolean {
    return this.#ahead.length > 0;
  }

  /** Nothing waits to be handled, is being handled, or still has to be committed. */
  get isIdle(): boolean {
    return this.#ahead.length === 0 && this.#batches.length === 0 && this.#committed === this.#handled;
  }

  accept(records: readonly LaneRecord[]): void {
    for (const { offset, value } of records) {
      const at = Number(offset);
      // After the group changed some are read again.
      if (at < this.#next) continue;
      this.#ahead.push({ offset: at, value });
      this.#next = at + 1;
    }
    if (!this.#paused && this.#ahead.length >= 2 * this.#work.enough) {
      this.#paused = true;
      this.#work.pause(this.partition);
    }
    if (this.hasMore) this.#work.ready(this);
  }

  /** While the group changes nothing is taken, for the partition may be another's next. */
  hold(): void {
    this.#held = true;
  }

  /** The partition stayed here. */
  goOn(): void {
    this.#held = false;
    if (this.hasMore) this.#work.ready(this);
  }

  /** The partition is another's now: what is being handled is given up, and nothing is committed any more. */
  lose(): void {
    this.#lost.abort();
    this.#ahead = [];
    this.#flow();
  }

  /** The oldest of what waits, to be handled; null where nothing may be taken now. */
  take(most: number): LaneBatch | null {
    if (this.#held || this.lost.aborted || this.#ahead.length === 0) return null;
    const records = this.#ahead.splice(0, most);
    const batch: LaneBatch = { records, next: (records.at(-1)?.offset ?? 0) + 1, done: false };
    this.#batches.push(batch);
    this.#flow();
    return batch;
  }

  /** The one batch that was taken last waits again: it was given up for the sake of another partition. */
  giveBack(batch: LaneBatch): void {
    this.#batches = this.#batches.filter((each) => each !== batch);
    if (this.lost.aborted) return;
    this.#ahead.unshift(...batch.records);
    this.#work.ready(this);
  }

  /** A batch is handled. Resolves when that is committed, or will not be because the lane ended. */
  async handled(batch: LaneBatch): Promise<void> {
    batch.done = true;
    while (this.#batches[0]?.done) this.#handled = this.#batches.shift()?.next ?? this.#handled;
    // One commit at a time, each of all that is handled by then.
    while (this.#committed < this.#handled) {
      this.#committing ??= this.#commitHandled().finally(() => (this.#committing = undefined));
      if (!(await this.#committing)) return;
    }
  }

  /** Fetches on before the last batch is taken, so that the handler does not wait for the next. */
  #flow(): void {
    if (!this.#paused || this.#ahead.length >= this.#work.enough) return;
    this.#paused = false;
    this.#work.resume(this.partition);
  }

  async #commitHandled(): Promise<boolean> {
    const offset = this.#handled;
    const written = await this.#insist(() => this.#work.commit(this, offset));
    if (written) this.#committed = offset;
    return written;
  }

  /** Tries until it works; false when the lane ended before that. */
  #insist(work: () => Promise<void>): Promise<boolean> {
    const { topic, group, log } = this.#work;
    const told = async (): Promise<boolean> => {
      if (this.lost.aborted) return false;
      await work();
      return true;
    };
    const onRetry = (error: unknown, attempt: number): void => {
      // While the group changes, commits are refused for a moment.
      const level = attempt < NOTEWORTHY_ATTEMPT ? 'debug' : 'warn';
      const reason = reasonOf(error);
      log[level]({ topic, group, partition: this.partition, reason }, 'a commit could not be written; tried again');
    };
    const again = (): boolean => !this.lost.aborted;
    return retry(told, { signal: this.ending, again, onRetry }).catch(() => false);
  }
}
