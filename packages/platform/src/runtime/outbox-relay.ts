import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import type { EventBus, OutgoingEvent } from '../ports/event-bus.port.ts';

/** Events that a store wrote in the same step as its state, waiting to go out. Ids grow in the order they were written. */
export interface OutboxSource {
  pendingEvents(limit: number): Promise<Array<{ id: number; events: OutgoingEvent[] }>>;
  clearEvents(upToId: number): Promise<void>;
}

const GROUPS_AT_ONCE = 16;
const IDLE_MS = 1000;
const RETRY_MS = 500;

/** Carries a store's outgoing events to the bus, in order, at least once. Woken after each change, and by itself in case a wake was lost. */
export class OutboxRelay {
  readonly #source: OutboxSource;
  readonly #bus: EventBus;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(source: OutboxSource, bus: EventBus, log: Logger) {
    this.#source = source;
    this.#bus = bus;
    this.#log = log;
  }

  /** Also sends what a former process left behind. */
  start(): void {
    this.wake();
  }

  wake(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    let pause = IDLE_MS;
    try {
      for (;;) {
        const groups = await this.#source.pendingEvents(GROUPS_AT_ONCE);
        const last = groups.at(-1);
        if (!last) break;
        await this.#bus.publish(groups.flatMap((group) => group.events));
        await this.#source.clearEvents(last.id);
      }
    } catch (error) {
      pause = RETRY_MS;
      this.#log.warn({ reason: reasonOf(error) }, 'events wait: the bus or the store did not take them');
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.wake(), pause).unref();
  }
}
