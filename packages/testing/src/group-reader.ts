import type { Topic } from '@numscope/contracts';
import {
  type AnySubscription,
  type Consumer,
  deliverBatch,
  oneLine,
  type OutgoingEvent,
  subscriptionDefaults,
} from '@numscope/platform';

interface Member {
  subscription: AnySubscription<Topic>;
  inFlight: number;
  stopping: AbortController;
  abort: AbortController;
  work: Set<Promise<void>>;
}

interface Batch {
  from: number;
  to: number;
  done: boolean;
}

/** Where one group stands in one topic, and the consumers that share it. */
export class GroupReader {
  /** Everything before this place is handled. */
  committed: number;
  readonly #log: readonly OutgoingEvent[];
  readonly #letter: (json: string, reason: string) => void;
  readonly #members: Member[] = [];
  readonly #waiting: Array<{ place: number; resolve(): void }> = [];
  #batches: Batch[] = [];
  #next: number;

  constructor(log: readonly OutgoingEvent[], from: number, letter: (json: string, reason: string) => void) {
    this.#log = log;
    this.#letter = letter;
    this.committed = from;
    this.#next = from;
  }

  get isBehind(): boolean {
    return this.#members.length > 0 && this.committed < this.#log.length;
  }

  /** Resolves when all before `place` is committed; at once when the group has no consumer. */
  reached(place: number): Promise<void> {
    if (this.#members.length === 0 || this.committed >= place) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ place, resolve }));
  }

  add(subscription: AnySubscription<Topic>): Consumer {
    const member: Member = {
      subscription,
      inFlight: 0,
      stopping: new AbortController(),
      abort: new AbortController(),
      work: new Set(),
    };
    this.#members.push(member);
    this.wake();
    return { close: (graceMs) => this.#remove(member, graceMs) };
  }

  wake(): void {
    for (const member of this.#members) while (this.#take(member));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#members].map((member) => this.#remove(member, 0)));
  }

  /** Starts the next batch on this consumer if it is free. One after the other unless it is concurrent. */
  #take(member: Member): boolean {
    const { subscription } = member;
    const concurrent = subscription.mode === 'concurrent';
    const busy = concurrent ? member.inFlight : this.#batches.length;
    if (busy >= (concurrent ? (subscription.maxInFlight ?? 1) : 1) || this.#next >= this.#log.length) return false;
    const to = Math.min(this.#log.length, this.#next + (subscription.batchSize ?? subscriptionDefaults.batchSize));
    const batch: Batch = { from: this.#next, to, done: false };
    this.#next = to;
    this.#batches.push(batch);
    member.inFlight++;
    const work = this.#run(member, batch).finally(() => {
      member.inFlight--;
      member.work.delete(work);
      this.wake();
    });
    member.work.add(work);
    return true;
  }

  async #run(member: Member, batch: Batch): Promise<void> {
    const texts = this.#log.slice(batch.from, batch.to).map(({ json }) => oneLine(json));
    const dead = await deliverBatch(member.subscription, texts, {
      pauseMs: (attempt) => Math.min(attempt, 20),
      stopping: member.stopping.signal,
      abort: member.abort.signal,
    });
    if (dead === null) return this.#rewind(batch);
    for (const { json, reason } of dead) this.#letter(json, reason);
    batch.done = true;
    while (this.#batches[0]?.done) this.committed = this.#batches.shift()?.to ?? this.committed;
    for (const waiter of this.#waiting.splice(0)) {
      if (waiter.place <= this.committed) waiter.resolve();
      else this.#waiting.push(waiter);
    }
  }

  /** An undecided batch and all after it are read again by whoever is there; nothing is lost, some may be repeated. */
  #rewind(batch: Batch): void {
    this.#batches = this.#batches.filter((other) => other.from < batch.from);
    this.#next = Math.min(this.#next, batch.from);
  }

  async #remove(member: Member, graceMs = 5000): Promise<void> {
    const index = this.#members.indexOf(member);
    if (index >= 0) this.#members.splice(index, 1);
    member.stopping.abort();
    const force = setTimeout(() => member.abort.abort(), graceMs);
    await Promise.all(member.work);
    clearTimeout(force);
    if (this.#members.length === 0) for (const { resolve } of this.#waiting.splice(0)) resolve();
  }
}
