import type { SourceState } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import { LONGEST_HOLD_MS } from '../domain/limits/retry.ts';
import { type EndedWaiting, type SourceStop, stopMessage } from '../domain/health/source-stop.ts';
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
 * Whether a source may be called now: never faster or more often than it may be, and not while it is stopped, down or
 * wants to be left alone.
 */
export class Admission {
  stop: SourceStop | null = null;
  /** A person does not want its quota waited for. */
  ended: EndedWaiting | null = null;
  readonly #options: AdmissionOptions;
  #holdUntil = 0;
  #toldUntil = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  get state(): SourceState {
    const { breaker } = this.#options;
    if (this.stop !== null) return this.stop.state;
    if (this.resumesAt !== null) return 'WAITING_QUOTA';
    if (breaker.closed) return 'CLOSED';
    return breaker.halfOpen ? 'HALF_OPEN' : 'OPEN';
  }

  /** When calls are allowed again; null: they are allowed now. */
  get resumesAt(): number | null {
    const now = this.#now();
    const { quota } = this.#options.limits;
    const isHeld = this.#holdUntil - now > LONGEST_HOLD_MS;
    if (quota.left(now) === 0) return Math.max(quota.resumesAt(now), isHeld ? this.#holdUntil : 0);
    return isHeld ? this.#holdUntil : null;
  }

  /** Until when what is to be asked waits; null: it does not, also where a person ended the waiting. */
  get waitsUntil(): number | null {
    return this.stop !== null || this.#isEnded() ? null : this.resumesAt;
  }

  /** How long everybody leaves it alone, in milliseconds. */
  get holdMs(): number {
    return Math.max(0, this.#holdUntil - this.#now());
  }

  /** The part of it that this instance was told by the source itself. */
  get toldHoldMs(): number {
    return Math.max(0, this.#toldUntil - this.#now());
  }

  /** Why nothing can be asked now, without waiting; null when it can, or when it is worth waiting. */
  refusal(): string | null {
    const { breaker, metrics } = this.#options;
    if (this.stop !== null) return stopMessage(this.stop);
    if (this.resumesAt !== null) return this.notWaitedFor();
    if (!breaker.closed && !breaker.pendingClose)
      return `not asked: it is not well (${metrics.lastError?.message ?? 'too many failures'})`;
    return null;
  }

  /** Why not even a call that is under way goes on: its quota is used up and a person ended the waiting. Else null. */
  notWaitedFor(): string | null {
    return this.resumesAt !== null && this.#isEnded() ? this.quotaMessage() : null;
  }

  quotaMessage(): string {
    const until = new Date(this.resumesAt ?? this.#now()).toISOString();
    const by = this.#isEnded() ? `; ${this.ended?.by} ended the waiting` : '';
    return `not asked: its quota is used up, more from ${until}${by}`;
  }

  /** Milliseconds until a call may begin, or until it is worth asking again; 0 or less: now. */
  waitMs(): number {
    return Math.max(this.#holdUntil - this.#now(), this.#options.limits.pace.wait(performance.now()));
  }

  /** Resolves when calls are at hand; null when they are, or when nothing more is allowed. */
  refill(account?: string): Promise<void> | null {
    return this.#options.limits.quota.refill(this.#now(), account);
  }

  /**
   * The account that a request which begins now is made with (`only` this one, where it belongs to what that one asked),
   * counted to its quota and to the pace; null when none has any left.
   */
  take(only?: string): string | null {
    const { limits, counted } = this.#options;
    const now = this.#now();
    const account = limits.quota.take(now, only);
    if (account === null) return null;
    counted(account, now);
    limits.pace.count(performance.now());
    return account;
  }

  /** The source wants to be left alone for so long. */
  hold(ms: number): void {
    if (ms <= 0) return;
    this.#toldUntil = Math.max(this.#toldUntil, this.#now() + ms);
    this.holdWithOthers(ms);
  }

  /** Another instance was told so. That one tells the rest: told on by each, it would never end. */
  holdWithOthers(ms: number): void {
    if (ms > 0) this.#holdUntil = Math.max(this.#holdUntil, this.#now() + ms);
  }

  /** The operator says that it is well again. */
  reset(): void {
    this.#options.breaker.close();
    this.#options.limits.pace.reset();
    this.#holdUntil = 0;
    this.#toldUntil = 0;
  }

  #isEnded(): boolean {
    return this.ended !== null && this.ended.until > this.#now();
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
