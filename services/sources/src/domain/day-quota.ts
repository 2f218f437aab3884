import type { CallQuota } from './call-quota.ts';

const DAY_MS = 86_400_000;

export interface QuotaAccount {
  name: string;
  /** Calls a day; 0 means no limit. */
  perDay: number;
}

/** The day asked for last: calls come by thousands on the same one. */
let lastDay = { number: Number.NaN, text: '' };

/** The UTC day of a moment, as `2026-11-20`. Quotas are counted by it. */
export function dayOf(at: number): string {
  const number = Math.floor(at / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}
/** The moment at which the quotas of the day begin anew. */
export const nextDay = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

/** Counts the calls of a day, of each account of one source and of all together. */
export class DayQuota implements CallQuota {
  readonly #accounts: readonly QuotaAccount[];
  readonly #perDay: number;
  readonly #used = new Map<string, number>();
  #day = '';

  constructor(accounts: readonly QuotaAccount[], perDay: number) {
    this.#accounts = accounts;
    this.#perDay = perDay;
  }

  restore(account: string, day: string, calls: number, now: number): void {
    this.#turn(now);
    if (day === this.#day) this.#used.set(account, Math.max(calls, this.used(account, now)));
  }

  take(now: number): string | null {
    const best = this.best(now);
    if (best === null) return null;
    this.count(best.name, now);
    return best.name;
  }

  /** All that the day allows is always at hand. */
  refill(): null {
    return null;
  }

  /** Counts a call that was allowed elsewhere. */
  count(account: string, now: number): void {
    this.#turn(now);
    this.#used.set(account, (this.#used.get(account) ?? 0) + 1);
  }

  /** The account that has most left, and how many calls of it the whole source allows; null when none has any. */
  best(now: number): { name: string; left: number } | null {
    this.#turn(now);
    const ofSource = this.#perDay > 0 ? this.#perDay - this.#sum() : Number.MAX_SAFE_INTEGER;
    if (ofSource <= 0) return null;
    let best: { name: string; left: number } | null = null;
    for (const { name, perDay } of this.#accounts) {
      const used = this.#used.get(name) ?? 0;
      const left = perDay > 0 ? perDay - used : Number.MAX_SAFE_INTEGER - used;
      if (left > 0 && (best === null || left > best.left)) best = { name, left };
    }
    if (best !== null) best.left = Math.min(best.left, ofSource);
    return best;
  }

  used(account: string, now: number): number {
    this.#turn(now);
    return this.#used.get(account) ?? 0;
  }

  state(now: number): { perDay: number; used: number; left: number | null } {
    const left = this.left(now);
    const limited = this.#accounts.every(({ perDay }) => perDay > 0);
    const ofAccounts = limited ? this.#accounts.reduce((sum, { perDay }) => sum + perDay, 0) : 0;
    const limits = [this.#perDay, ofAccounts].filter((limit) => limit > 0);
    return { perDay: limits.length > 0 ? Math.min(...limits) : 0, used: this.#sum(), left };
  }

  /** Asked before every call, so it makes nothing. */
  left(now: number): number | null {
    this.#turn(now);
    let ofAccounts = 0;
    let limited = true;
    for (const { name, perDay } of this.#accounts) {
      if (perDay <= 0) limited = false;
      else ofAccounts += Math.max(0, perDay - (this.#used.get(name) ?? 0));
    }
    if (this.#perDay <= 0) return limited ? ofAccounts : null;
    const ofSource = Math.max(0, this.#perDay - this.#sum());
    return limited ? Math.min(ofSource, ofAccounts) : ofSource;
  }

  #sum(): number {
    let sum = 0;
    for (const calls of this.#used.values()) sum += calls;
    return sum;
  }

  #turn(now: number): void {
    const day = dayOf(now);
    if (day === this.#day) return;
    this.#day = day;
    this.#used.clear();
  }
}
