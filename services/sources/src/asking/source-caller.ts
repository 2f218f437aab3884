import type { Logger } from '@numscope/platform';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import { backoffMs, LONGEST_HOLD_MS } from '../domain/retry.ts';
import type { AskedNumber } from '../domain/template.ts';
import type { Admission } from './admission.ts';
import type { SourceBreaker } from './source-breaker.ts';
import type { SourceMetrics } from './source-metrics.ts';

/** What came of a call and its retries; with a fault there are no answers. `account` null: it was never called. */
export interface CallResult {
  fault: SourceFault | null;
  answers: SourceAnswer[];
  account: string | null;
}

export interface CallerOptions {
  source: string;
  /** How often a call that failed for a while is made again. */
  retries: number;
  admission: Admission;
  breaker: SourceBreaker;
  metrics: SourceMetrics;
  log: Logger;
}

/** Calls one source through its limits and its breaker, again where that may help. */
export class SourceCaller {
  readonly #options: CallerOptions;
  readonly #ending = new AbortController();

  constructor(options: CallerOptions) {
    this.#options = options;
    setMaxListeners(0, this.#ending.signal); // as many as there are calls that wait to be tried again
  }

  /** Calls until it works, must not be tried again, or nobody wants it. */
  async call(numbers: readonly AskedNumber[], isWanted: () => boolean): Promise<CallResult> {
    const { admission, breaker, metrics, retries } = this.#options;
    let last: { fault: SourceFault; account: string } | null = null;
    for (let attempt = 1; ; attempt++) {
      const account = breaker.opened ? null : admission.take();
      if (account === null) {
        if (last) return { ...last, answers: [] };
        return { fault: new SourceFault(admission.refusal() ?? admission.quotaMessage()), answers: [], account };
      }
      const begun = performance.now();
      try {
        const answers = await breaker.fire(numbers, { account, isWanted });
        metrics.noteCall(begun);
        return { fault: null, answers, account };
      } catch (error) {
        metrics.noteCall(begun);
        const fault = this.#faultOf(error);
        last = { fault, account };
        const holdMs = fault.holdMs ?? 0;
        admission.hold(holdMs);
        const isOver = !fault.retry || attempt > retries || holdMs > LONGEST_HOLD_MS;
        const isVain = (): boolean => this.isEnding || !isWanted();
        if (isOver || isVain()) return { ...last, answers: [] };
        await this.#rest(Math.max(holdMs, backoffMs(attempt, Math.random())));
        for (let waitMs = admission.waitMs(); waitMs > 0 && !isVain(); waitMs = admission.waitMs())
          await this.#rest(Math.ceil(waitMs));
        await this.refilled();
        if (isVain()) return { ...last, answers: [] };
      }
    }
  }

  /** Resolves when calls are at hand, or when the day has none any more. */
  async refilled(): Promise<void> {
    const { admission } = this.#options;
    for (let refill = admission.refill(); refill && !this.isEnding; refill = admission.refill()) await refill;
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Nothing is tried again from now on. */
  end(): void {
    this.#ending.abort();
  }

  /** Waits, but no longer than until the end. */
  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  #faultOf(error: unknown): SourceFault {
    if (error instanceof SourceFault) return error;
    if (error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER')
      return new SourceFault('not asked: it is not well');
    this.#options.log.error({ source: this.#options.source, err: error }, 'a connector broke');
    return new SourceFault('could not be asked: its connector broke');
  }
}
