import { type Clock, type Logger, reasonOf, Rounds } from '@numscope/platform';
import { fairShares, type Wanting } from '../domain/fair-share.ts';
import type { RateMeter } from '../domain/rate-meter.ts';
import type { CurveKeeper } from './curve-keeper.ts';
import type { QuotaWaits } from './quota-waits.ts';
import type { JobStore, Running } from '../store/job-store.port.ts';

/** Enough to keep sources busy from one batch to the next; few enough that a pause or a priority job bites at once. */
const WINDOW = { size: 4096, chunk: 500 };
const IDLE_MS = 1000;
/** How often jobs are looked at although nothing is handed out or due, and nobody else can have changed anything. */
const RESTING_MS = 10_000;
/** Nothing came back for so long after phones were handed out: the job waits for its sources. */
const STALLED_MS = 10_000;

interface DispatcherDeps {
  store: Pick<JobStore, 'promote' | 'running' | 'dispatch' | 'isAlone' | 'roundGapMs'>;
  clock: Clock;
  log: Logger;
  slots: number;
  rates: RateMeter;
  waits: Pick<QuotaWaits, 'goOn'>;
  curves: Pick<CurveKeeper, 'see'>;
  /** Told after each commit that has events in it. */
  committed(): void;
  handedOut(phones: number): void;
}

/** The main job always runs; of any other the end may have been missed. */
const rests = ({ main, pending, sent, waiting }: Running): boolean => main && pending + sent + waiting === 0;

/** Starts jobs as slots become free and hands their phones out, window by window. */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** When each running job last had phones handed out. */
  readonly #handedOut = new Map<number, number>();
  readonly #rounds = new Rounds(() => this.#round());
  #isWoken = false;
  #begunAt = 0;
  #soon: NodeJS.Timeout | undefined;
  /** Until when nothing can be to do unless somebody wakes it: of the steady clock. */
  #restsUntil = 0;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  /** Something changed: a job, a result. */
  wake(): void {
    this.#isWoken = true;
    this.#rounds.wake();
  }

  /** There is room for more phones: not worth a round for each batch of results where a round is dear. */
  resultsCame(): void {
    const { roundGapMs = 0 } = this.#deps.store;
    const leftMs = this.#begunAt + roundGapMs - performance.now();
    if (leftMs <= 0) return this.wake();
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, leftMs).unref();
  }

  close(): Promise<void> {
    clearTimeout(this.#soon);
    return this.#rounds.close();
  }

  /** @returns milliseconds until the next one, unless something changes before */
  async #round(): Promise<number> {
    const { store, clock, log, slots, rates, waits, curves, committed, handedOut } = this.#deps;
    let pause = IDLE_MS;
    const restsMs = this.#restsUntil - performance.now();
    if (!this.#isWoken && store.isAlone && restsMs > 0) return Math.min(pause, restsMs);
    this.#isWoken = false;
    this.#begunAt = performance.now();
    this.#restsUntil = 0;
    try {
      const promoted = await store.promote(clock.now(), slots);
      if (promoted.statusChanged) {
        committed();
        this.wake();
      }
      const dueMs = promoted.nextAt === null ? Infinity : Math.max(0, promoted.nextAt - clock.now());
      pause = Math.min(pause, dueMs);
      // Before they are read: what is told of a moment must not lack what was answered by then.
      const seenAt = clock.now();
      const running = await store.running();
      if (running.every(rests)) this.#restsUntil = performance.now() + Math.min(RESTING_MS, dueMs);
      rates.see(running, seenAt);
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
        .see(running, seenAt)
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
