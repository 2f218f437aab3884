import { codeOf, type Logger } from '@numscope/platform';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type AskOptions, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import type { AdaptivePace } from '../domain/limits/adaptive-pace.ts';
import { backoffMs, LONGEST_HOLD_MS } from '../domain/limits/retry.ts';
import type { Admission } from './admission.ts';
import type { OpenCall } from './open-call.ts';
import type { SourceBreaker } from './source-breaker.ts';
import type { SourceMetrics } from './source-metrics.ts';

/**
 * What came of a call and its retries; with a fault there are no answers. `account` null: it was never called.
 * `waitsUntil`: it is worth waiting until then, nothing was answered.
 */
export interface CallResult {
  fault: SourceFault | null;
  answers: SourceAnswer[];
  account: string | null;
  /** What was paid besides, as the provider told: its tries that failed, and what it took and does not know any more. */
  lostCost?: number;
  waitsUntil?: number | null;
}

export interface CallerOptions {
  source: string;
  /** How often a call that failed for a while is made again. */
  retries: number;
  admission: Admission;
  pace: AdaptivePace;
  breaker: SourceBreaker;
  metrics: SourceMetrics;
  log: Logger;
  /** Hears of each call what came of it. @param begun when it began, in milliseconds of the steady clock */
  called(answers: readonly SourceAnswer[], fault: SourceFault | null, begun: number): void;
}

/** One call that is made, and what it told besides its answers. */
interface Try {
  account: string;
  /** In milliseconds of the steady clock. */
  begun: number;
  /** Nobody was called: it says nothing of the source. */
  isSpared: boolean;
  paidInVain: number;
}

/** How often a call that waits looks whether it may go on. */
const LOOK_MS = 500;

/** Calls one source through its limits and its breaker, again where that may help. */
export class SourceCaller {
  readonly #options: CallerOptions;
  readonly #ending = new AbortController();

  constructor(options: CallerOptions) {
    this.#options = options;
    setMaxListeners(0, this.#ending.signal); // as many as there are calls that wait to be tried again
  }

  /**
   * Calls until it works, must not be tried again, must wait, or nobody wants it.
   * @param answered hears of answers that came with a try that failed, by number, and whose account that was
   */
  async call(
    call: Pick<OpenCall, 'numbers' | 'isWanted' | 'unanswered'>,
    answered: (answers: ReadonlyMap<string, SourceAnswer>, account: string) => void,
  ): Promise<CallResult> {
    const { admission, breaker, retries } = this.#options;
    let last: { fault: SourceFault; account: string; lostCost: number } | null = null;
    for (let attempt = 1; ;) {
      const account = breaker.opened || admission.stop !== null ? null : admission.take();
      if (account === null) {
        const { waitsUntil } = admission;
        if (waitsUntil !== null && (last === null || last.fault.isTooOften))
          return { fault: null, answers: [], account, lostCost: last?.lostCost ?? 0, waitsUntil };
        if (last === null)
          return { fault: new SourceFault(admission.refusal() ?? admission.quotaMessage()), answers: [], account };
        // Others that were tried again took what was brought; more of it can be had.
        if (admission.stop !== null || !breaker.closed || admission.resumesAt !== null) return { ...last, answers: [] };
      } else {
        const tried: Try = { account, begun: performance.now(), isSpared: false, paidInVain: 0 };
        let fault: SourceFault;
        try {
          const answers = await breaker.fire(call.numbers, this.#optionsOf(tried, call, answered));
          if (!tried.isSpared) this.#served(tried, answers);
          return { fault: null, answers, account, lostCost: (last?.lostCost ?? 0) + tried.paidInVain };
        } catch (error) {
          fault = this.#failed(tried, error);
        }
        const lostCost: number = (last?.lostCost ?? 0) + (fault.cost ?? 0) + tried.paidInVain;
        last = { fault, account, lostCost };
        // That it was asked too often is no fault of this number.
        if (!fault.isTooOften) attempt++;
        if (!fault.retry || attempt > retries + 1 || this.#isVain(call)) return { ...last, answers: [] };
        if (!fault.isTooOften) await this.#rest(Math.max(fault.holdMs ?? 0, backoffMs(attempt - 1, Math.random())));
      }
      for (let waitMs = admission.waitMs(); waitMs > 0 && !this.#isVain(call); waitMs = admission.waitMs()) {
        if (waitMs > LONGEST_HOLD_MS) break;
        await this.#rest(Math.ceil(waitMs));
      }
      if (admission.holdMs > LONGEST_HOLD_MS) {
        const { waitsUntil } = admission;
        if (waitsUntil !== null) return { fault: null, answers: [], account, lostCost: last.lostCost, waitsUntil };
        return { ...last, answers: [] };
      }
      await this.refilled();
      if (this.#isVain(call)) return { ...last, answers: [] };
    }
  }

  #isVain({ isWanted }: Pick<OpenCall, 'isWanted'>): boolean {
    return this.isEnding || !isWanted();
  }

  #optionsOf(
    tried: Try,
    { isWanted, unanswered }: Parameters<SourceCaller['call']>[0],
    answered: Parameters<SourceCaller['call']>[1],
  ): AskOptions {
    return {
      account: tried.account,
      isWanted,
      unanswered,
      further: (by) => this.further(by, isWanted),
      failed: this.#noteFailed,
      answered: (early) => answered(early, tried.account),
      paidInVain: (cost) => void (tried.paidInVain += cost),
      spared: () => void (tried.isSpared = true),
    };
  }

  readonly #noteFailed = ({ message, kind }: SourceFault): void => this.#options.metrics.noteError(message, kind);

  /** What a call says of the source as a whole is noted before anybody else is called. */
  #served({ begun }: Try, answers: readonly SourceAnswer[]): void {
    const { metrics, pace, called } = this.#options;
    metrics.noteCall(begun);
    pace.answered();
    called(answers, null, begun);
  }

  #failed({ begun }: Try, error: unknown): SourceFault {
    const { admission, metrics, pace, called } = this.#options;
    metrics.noteCall(begun);
    const fault = this.#faultOf(error);
    if (fault.isTooOften) {
      const holdMs = pace.complained(begun, performance.now());
      admission.hold(fault.holdMs ?? holdMs);
      metrics.noteError(fault.message, fault.kind);
    } else admission.hold(fault.holdMs ?? 0);
    called([], fault, begun);
    return fault;
  }

  /**
   * Resolves when a call that is under way may make one more request, a page or a poll, which is counted as any: also when
   * that is only after its quota was renewed, as what it has learned so far would else be asked for again. A person who
   * tries the source does not wait for that (`waitsForQuota` false).
   * @throws SourceFault when it may not any more, or when nobody waits for it
   */
  async further(account: string, isWanted: () => boolean, { waitsForQuota } = { waitsForQuota: true }): Promise<void> {
    const { admission } = this.#options;
    for (;;) {
      const refusal = admission.notWaitedFor();
      if (refusal !== null) throw new SourceFault(refusal, { kind: 'QUOTA' });
      if (this.isEnding || !isWanted()) throw new SourceFault('nobody waits for its answer any more', { retry: true });
      if (admission.waitMs() <= 0) await this.refilled(account);
      const waitMs = admission.waitMs();
      if (waitMs <= 0 && admission.take(account) !== null) return;
      if (waitMs <= 0 && !waitsForQuota) throw new SourceFault(admission.quotaMessage(), { kind: 'QUOTA' });
      await this.#rest(waitMs > 0 ? Math.min(Math.ceil(waitMs), LOOK_MS) : LOOK_MS);
    }
  }

  /** Resolves when calls are at hand, or when nothing more is allowed. */
  async refilled(account?: string): Promise<void> {
    const { admission } = this.#options;
    for (let refill = admission.refill(account); refill && !this.isEnding; refill = admission.refill(account))
      await refill;
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
    if (codeOf(error) === 'EOPENBREAKER') return new SourceFault('not asked: it is not well');
    this.#options.log.error({ source: this.#options.source, err: error }, 'a connector broke');
    return new SourceFault('could not be asked: its connector broke');
  }
}
