import type { SourceState } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import { nextDay } from '../domain/day-quota.ts';
import { pausedMessage } from '../domain/resolve-phone.ts';
import { LONGEST_HOLD_MS } from '../domain/retry.ts';
import type { CallLimits } from './call-limits.ts';
import type { SourceBreaker } from './source-breaker.ts';
import type { SourceMetrics } from './source-metrics.ts';

export interface AdmissionOptions {
  limits: CallLimits;
  breaker: SourceBreaker;
  metrics: SourceMetrics;
  clock: Clock;
  /** A call was made at the cost of an account's quota. */
  counted(account: string, at: number): void;
}

/**
 * Whether a source may be called now: never faster or more often than it may be, and not while it is paused, down or
 * wants to be left alone.
 */
export class Admission {
  pausedBy: string | null = null;
  readonly #options: AdmissionOptions;
  #holdUntil = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  get state(): SourceState {
    const { limits, breaker } = this.#options;
    if (this.pausedBy !== null) return 'PAUSED';
    if (limits.quota.left(this.#now()) === 0) return 'WAITING_QUOTA';
    if (breaker.closed) return 'CLOSED';
    return breaker.halfOpen ? 'HALF_OPEN' : 'OPEN';
  }

  /** Why nothing can be asked now, without waiting; null when it can. */
  refusal(): string | null {
    const { limits, breaker, metrics } = this.#options;
    const now = this.#now();
    if (this.pausedBy !== null) return pausedMessage(this.pausedBy);
    if (this.#holdUntil - now > LONGEST_HOLD_MS)
      return `not asked: it wants to be left alone until ${new Date(this.#holdUntil).toISOString()}`;
    if (!breaker.closed && !breaker.pendingClose)
      return `not asked: it is not well (${metrics.lastError?.message ?? 'too many failures'})`;
    if (limits.quota.left(now) === 0) return this.quotaMessage();
    return null;
  }

  quotaMessage(): string {
    return `not asked: the day's quota is used up, more from ${new Date(nextDay(this.#now())).toISOString()}`;
  }

  /** Milliseconds until a call may begin, or until it is worth asking again; 0 or less: now. */
  waitMs(): number {
    return Math.max(this.#holdUntil - this.#now(), this.#options.limits.pace.wait(performance.now()));
  }

  /** Resolves when calls are at hand; null when they are, or when the day has none any more. */
  refill(): Promise<void> | null {
    return this.#options.limits.quota.refill(this.#now());
  }

  /**
   * The account that a call which begins now is made with, counted to its quota and to the pace; null when none has any
   * calls left.
   */
  take(): string | null {
    const { limits, counted } = this.#options;
    const now = this.#now();
    const account = limits.quota.take(now);
    if (account === null) return null;
    counted(account, now);
    limits.pace.count(performance.now());
    return account;
  }

  /** The source wants to be left alone for so long. */
  hold(ms: number): void {
    if (ms > 0) this.#holdUntil = Math.max(this.#holdUntil, this.#now() + ms);
  }

  /** The operator says that it is well again. */
  reset(): void {
    this.#options.breaker.close();
    this.#holdUntil = 0;
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
