import { type OutgoingEvent, reasonOf } from '@numscope/platform';
import type { Logger } from '@numscope/platform';
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '../domain/day-quota.ts';
import type { CallCount, Commit, NewObservation, SourceStore } from '../store/source-store.port.ts';

const GROUP_MS = 200;
const GROUP_ITEMS = 500;
const RETRY_MS = 500;

/**
 * Writes answers in groups: at the latest 200 ms or 500 answers after they came, whatever chunk they belong to, so that a kill repeats at most what
 * was in flight and one group. A group that cannot be written (a full disk) is kept and tried again: what was paid for is not asked twice.
 */
export class Committer {
  readonly #store: Pick<SourceStore, 'commit'>;
  readonly #committed: () => void;
  readonly #log: Logger;
  #observations: NewObservation[] = [];
  #events: OutgoingEvent[] = [];
  #calls = new Map<string, CallCount>();
  #waiting: Array<() => void> = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #closing = false;

  constructor(store: Pick<SourceStore, 'commit'>, log: Logger, committed: () => void) {
    this.#store = store;
    this.#log = log;
    this.#committed = committed;
  }

  keep(observation: NewObservation): void {
    this.#observations.push(observation);
    this.#schedule();
  }

  publish(event: OutgoingEvent): void {
    this.#events.push(event);
    this.#schedule();
  }

  /** Counts a call against its account's quota of the day. */
  count(source: string, account: string, at: number): void {
    const day = dayOf(at);
    const key = `${day} ${source} ${account}`;
    const counted = this.#calls.get(key);
    if (counted) counted.calls++;
    else this.#calls.set(key, { source, account, day, calls: 1 });
    this.#schedule();
  }

  /** Resolves when all that was given so far is durable. */
  written(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#write();
    });
  }

  /** Writes what is left; gives up what cannot be written. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  #schedule(): void {
    if (this.#observations.length >= GROUP_ITEMS || this.#events.length >= GROUP_ITEMS) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), GROUP_MS);
  }

  #write(): void {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch: Commit = { observations: this.#observations, events: this.#events, calls: [...this.#calls.values()] };
    const waiting = this.#waiting;
    this.#observations = [];
    this.#events = [];
    this.#calls = new Map();
    this.#waiting = [];
    this.#writing = this.#commit(batch).then((done) => {
      this.#writing = undefined;
      if (done) for (const resolve of waiting) resolve();
      if (this.#waiting.length > 0) this.#write();
      else if (this.#observations.length + this.#events.length + this.#calls.size > 0) this.#schedule();
    });
  }

  /** Whether it was written in the end. */
  async #commit(batch: Commit): Promise<boolean> {
    if (batch.observations.length + batch.events.length + batch.calls.length === 0) return true;
    for (;;) {
      try {
        await this.#store.commit(batch);
        if (batch.events.length > 0) this.#committed();
        return true;
      } catch (error) {
        this.#log.error(
          { reason: reasonOf(error), answers: batch.observations.length },
          'answers could not be written; they are tried again',
        );
        if (this.#closing) return false;
        await pause(RETRY_MS);
      }
    }
  }
}
