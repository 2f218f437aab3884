import { type Clock, type Logger, reasonOf, Rounds } from '@numscope/platform';
import { fairShares, type Wanting } from '../domain/fair-share.ts';
import type { RateMeter } from '../domain/rate-meter.ts';
import type { CurveKeeper } from './curve-keeper.ts';
import type { QuotaWaits } from './quota-waits.ts';
import type { JobStore, Running } from '../store/job-store.port.ts';

/** Enough to keep sources busy from one batch to the next; few enough that a pause or a priority job bites at once. */
const WINDOW = { size: 4096, chunk: 500 };
const IDLE_MS = 1000;
/** Nothing came back for so long after phones were handed out: the job waits for its sources. */
const STALLED_MS = 10_000;
/** The longest a timer can wait. */
const LONGEST_MS = 2_147_483_647;

interface DispatcherDeps {
  store: JobStore;
  clock: Clock;
  log: Logger;
  slots: number;
  rates: RateMeter;
  waits: QuotaWaits;
  curves: CurveKeeper;
  /** Told after each commit that has events in it. */
  committed(): void;
  handedOut(phones: number): void;
}

/** Starts jobs as slots become free and hands their phones out, window by window. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** When each running job last had phones handed out. */
  readonly #handedOut = new Map<number, number>();
  readonly #rounds = new Rounds(() => this.#round());

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** Something changed: a job, a result. */
  wake(): void {
    this.#rounds.wake();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** @returns milliseconds until the next one, unless something changes before */
  async #round(): Promise<number> {
    const { store, clock, log, slots, rates, waits, curves, committed, handedOut } = this.#deps;
    let pause = IDLE_MS;
    try {
      const promoted = await store.promote(clock.now(), slots);
      if (promoted.statusChanged) {
        committed();
        this.wake();
      }
      if (promoted.nextAt !== null) pause = Math.min(pause, Math.max(0, promoted.nextAt - clock.now()), LONGEST_MS);
      const running = await store.running();
      rates.see(running, clock.now());
      // Handed out in the next round.
      if ((await waits.goOn(running)) > 0) this.wake();
      const shares = fairShares(this.#wanting(running), WINDOW);
      for (const { key } of shares) this.#handedOut.set(key, clock.now());
      const sent = shares.length > 0 ? await store.dispatch(shares) : 0;
      if (sent > 0) {
        handedOut(sent);
        committed();
      }
      await curves
        .see(running)
        .catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'curves of jobs could not be kept; tried again'),
        );
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'phones could not be handed out; tried again');
    }
    return pause;
  }

  #wanting(running: readonly Running[]): Wanting[] {
    const { clock, rates } = this.#deps;
    const now = clock.now();
    for (const key of this.#handedOut.keys()) if (!running.some((job) => job.key === key)) this.#handedOut.delete(key);
    return running.map((job) => {
      const since = this.#handedOut.get(job.key) ?? now;
      return { ...job, stalled: job.sent > 0 && now - since > STALLED_MS && rates.rate(job.key, now) === 0 };
    });
  }
}
