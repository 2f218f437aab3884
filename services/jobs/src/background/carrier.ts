import { setImmediate } from 'node:timers/promises';
import { type Clock, type Logger, reasonOf } from '@numscope/platform';
import type { JobStore } from '../store/job-store.port.ts';

const RETRY_MS = 1000;

interface CarrierDeps {
  store: JobStore;
  clock: Clock;
  log: Logger;
  /** Told when phones have joined a job. */
  joined(): void;
}

/**
 * Carries on what is too large for one step: joining phones of one job to another's, removing those of deleted jobs and
 * broken uploads.
 */
export class Carrier {
  readonly #deps: CarrierDeps;
  #joining: Promise<void> | undefined;
  #removing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: CarrierDeps) {
    this.#deps = deps;
  }

  /** Carries on what an earlier process left. */
  start(): void {
    this.join().catch(() => undefined);
    this.remove();
  }

  /**
   * Resolves when all phones that are to join a job have done so. A fault ends the round and is told to whoever waits
   * for it; what is left is tried again all the same.
   */
  async join(): Promise<void> {
    // Work that was asked for while a round was at its end needs one more.
    await this.#joining;
    this.#joining ??= this.#joinAll()
      .catch((error: unknown) => {
        this.#later(error);
        throw error;
      })
      .finally(() => {
        this.#joining = undefined;
      });
    await this.#joining;
  }

  remove(): void {
    this.#removing ??= this.#removeAll()
      .catch((error: unknown) => this.#later(error))
      .finally(() => {
        this.#removing = undefined;
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.allSettled([this.#joining, this.#removing]);
  }

  async #joinAll(): Promise<void> {
    const { store, clock, joined } = this.#deps;
    let any = false;
    while (!this.#closed && (await store.joinNext(clock.now()))) any = true;
    if (any) {
      joined();
      this.remove();
    }
  }

  async #removeAll(): Promise<void> {
    while (!this.#closed && (await this.#deps.store.dropNext())) await setImmediate();
  }

  #later(error: unknown): void {
    this.#deps.log.warn({ reason: reasonOf(error) }, 'joining or removing phones is tried again');
    // One is enough for all faults: it carries on everything.
    if (this.#closed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, RETRY_MS).unref();
  }
}
