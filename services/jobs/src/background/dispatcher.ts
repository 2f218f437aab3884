import { type Logger, reasonOf, type Clock } from '@numscope/platform';
import { fairShares } from '../domain/fair-share.ts';
import type { JobStore } from '../store/job-store.port.ts';

/** Enough to keep sources busy from one batch to the next; few enough that a pause or a priority job bites at once. */
const WINDOW = { size: 4096, chunk: 500 };
const IDLE_MS = 1000;
/** The longest a timer can wait. */
const LONGEST_MS = 2_147_483_647;

interface DispatcherDeps {
  store: JobStore;
  clock: Clock;
  log: Logger;
  slots: number;
  /** Told after each commit that has events in it. */
  committed(): void;
}

/** Starts jobs as slots become free and hands their phones out, window by window. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** Something changed: a job, a result. */
  wake(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#round().finally(() => {
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

  async #round(): Promise<void> {
    const { store, clock, log, slots, committed } = this.#deps;
    let pause = IDLE_MS;
    try {
      const promoted = await store.promote(clock.now(), slots);
      if (promoted.statusChanged) {
        committed();
        this.#again = true;
      }
      if (promoted.nextAt !== null) pause = Math.min(pause, Math.max(0, promoted.nextAt - clock.now()), LONGEST_MS);
      const shares = fairShares(await store.running(), WINDOW);
      if (shares.length > 0 && (await store.dispatch(shares)) > 0) committed();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'phones could not be handed out; tried again');
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.wake(), pause).unref();
  }
}
