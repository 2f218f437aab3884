import { type Allowance, allowed, kindOf, nextPeriod, numberOf, type Period, periodOf, periods } from './periods.ts';

/** An account of the operator's, with what it allows. */
export interface QuotaAccount extends Allowance {
  name: string;
}

/** The calls of one period, by account. */
class Count {
  readonly period: Period;
  readonly used = new Map<string, number>();
  #number = Number.NaN;
  name = '';

  constructor(period: Period) {
    this.period = period;
  }

  /** Begins anew with each period. */
  turn(now: number): void {
    const number = numberOf(this.period, now);
    if (number === this.#number) return;
    this.#number = number;
    const name = periodOf(this.period, now);
    if (name === this.name) return;
    this.name = name;
    this.used.clear();
  }

  sum(): number {
    let sum = 0;
    for (const calls of this.used.values()) sum += calls;
    return sum;
  }
}

/**
 * How many calls of a source a minute, a day and a month allow, and to whom they are counted: to each account and to all
 * together. Times in milliseconds; periods are UTC.
 */
export class PeriodQuota {
  readonly #accounts: readonly QuotaAccount[];
  readonly #limits: Allowance;
  readonly #counts: Readonly<Record<Period, Count>> = {
    minute: new Count('minute'),
    day: new Count('day'),
    month: new Count('month'),
  };
  /** Those that limit anything; the day is counted in any case, to be shown. */
  readonly #limiting: readonly Count[];

  constructor(accounts: readonly QuotaAccount[], limits: Allowance) {
    this.#accounts = accounts;
    this.#limits = limits;
    this.#limiting = periods
      .filter((period) => [limits, ...accounts].some((one) => allowed(one, period) > 0))
      .map((period) => this.#counts[period]);
  }

  /** Sets what was used in a period, by its name, if it is more than was known; of another one than `now`'s it does not count. */
  restore(account: string, name: string, calls: number, now: number): void {
    const count = this.#turned(this.#counts[kindOf(name)], now);
    if (name === count.name) count.used.set(account, Math.max(calls, count.used.get(account) ?? 0));
  }

  /** What the one counted in whose place this is, whose limits were others. */
  takeOver(former: PeriodQuota, now: number): void {
    for (const { name, used } of Object.values(former.#counts))
      for (const [account, calls] of used) if (name !== '') this.restore(account, name, calls, now);
  }

  /** Counts one call of the account that has most left, or of `only` this one; null when none has any at hand. */
  take(now: number, only?: string): string | null {
    const best = this.best(now, only);
    if (best === null) return null;
    this.count(best.name, now);
    return best.name;
  }

  /**
   * Resolves when `take` is worth another try; null when it is now, also when nothing more is allowed. Here all that is
   * allowed is always at hand.
   */
  refill(_now: number, _account?: string): Promise<void> | null {
    return null;
  }

  /** Counts a call that was allowed elsewhere: by the former one, of what it had under way. */
  count(account: string, now: number): void {
    for (const period of periods) {
      const { used } = this.#turned(this.#counts[period], now);
      used.set(account, (used.get(account) ?? 0) + 1);
    }
  }

  /**
   * The account that has most left, or `only` this one, and how many calls of it the whole source allows; null when none
   * has any.
   */
  best(now: number, only?: string): { name: string; left: number } | null {
    const ofSource = this.#leftOf(this.#limits, null, now, now);
    let best: { name: string; left: number } | null = null;
    for (const account of this.#accounts) {
      if (only !== undefined && account.name !== only) continue;
      const left = Math.min(this.#leftOf(account, account.name, now, now), ofSource);
      if (left > 0 && (best === null || left > best.left)) best = { name: account.name, left };
    }
    return best;
  }

  /** Calls of the day. */
  used(account: string, now: number): number {
    return this.#turned(this.#counts.day, now).used.get(account) ?? 0;
  }

  /** Limit and use of the day, and the rest of the whole source; `perDay` 0 and `left` null where nothing limits it. */
  state(now: number): { perDay: number; used: number; left: number | null } {
    const left = this.left(now);
    const isLimited = this.#accounts.every((account) => allowed(account, 'day') > 0);
    const ofAccounts = isLimited ? this.#accounts.reduce((sum, account) => sum + allowed(account, 'day'), 0) : 0;
    const limits = [allowed(this.#limits, 'day'), ofAccounts].filter((limit) => limit > 0);
    return {
      perDay: limits.length > 0 ? Math.min(...limits) : 0,
      used: this.#turned(this.#counts.day, now).sum(),
      left,
    };
  }

  /** The rest of the whole source; null when nothing limits it. Asked before every call, so it makes nothing. */
  left(now: number): number | null {
    const left = this.#leftAt(now, now);
    return left === Number.POSITIVE_INFINITY ? null : left;
  }

  /** When nothing is left: the moment from which calls are allowed again. */
  resumesAt(now: number): number {
    const turns = this.#limiting.map(({ period }) => nextPeriod(period, now)).sort((a, b) => a - b);
    return turns.find((at) => this.#leftAt(now, at) > 0) ?? now;
  }

  /** What will be left at a moment from `now` on, if nobody calls until then. */
  #leftAt(now: number, at: number): number {
    let ofAccounts = 0;
    for (const account of this.#accounts) ofAccounts += this.#leftOf(account, account.name, now, at);
    return Math.min(ofAccounts, this.#leftOf(this.#limits, null, now, at));
  }

  /** What will be left of what is allowed to one account, or (null) to all of them together. */
  #leftOf(allowance: Allowance, account: string | null, now: number, at: number): number {
    let left = Number.POSITIVE_INFINITY;
    for (const count of this.#limiting) {
      const limit = allowed(allowance, count.period);
      if (limit > 0) left = Math.min(left, limit - this.#usedAt(count, now, at, account));
    }
    return Math.max(0, left);
  }

  /** The calls of the period that `at` lies in, of one account or of all. */
  #usedAt(count: Count, now: number, at: number, account: string | null): number {
    this.#turned(count, now);
    if (at > now && at >= nextPeriod(count.period, now)) return 0;
    return account === null ? count.sum() : (count.used.get(account) ?? 0);
  }

  #turned(count: Count, now: number): Count {
    count.turn(now);
    return count;
  }
}
