import type { CallQuota } from './call-quota.ts';
import { DayQuota, dayOf, type QuotaAccount } from './day-quota.ts';

/** Where the instances take their blocks from, and bring back what they did not use. */
export interface QuotaPool {
  /**
   * At most `calls` of one account; `account` null when the day has no more. Null: it could not be asked, and a while
   * was waited.
   */
  reserve(day: string, calls: number): Promise<{ account: string | null; calls: number; left: number } | null>;
  giveBack(day: string, account: string, calls: number): Promise<void>;
}

/** What is lost for the day when an instance is killed. */
const LARGEST_BLOCK = 50;
/**
 * Blocks shrink with what is left, so that the last calls of a day do not lie idle with one instance while another has
 * none.
 */
const PART_OF_REST = 50;

const blockOf = (left: number): number => Math.max(1, Math.min(LARGEST_BLOCK, Math.floor(left / PART_OF_REST)));

/**
 * The quota of a source that several instances call: each reserves a block before it calls, so that together they never
 * exceed the limits.
 */
export class SharedQuota implements CallQuota {
  readonly #pool: QuotaPool;
  /** The calls known to be made, by all. */
  readonly #made: DayQuota;
  readonly #hand = new Map<string, number>();
  #inHand = 0;
  /** What nobody has reserved; null: not asked yet on this day. */
  #unreserved: number | null = null;
  #asking: Promise<void> | null = null;
  #day = '';

  constructor(accounts: readonly QuotaAccount[], perDay: number, pool: QuotaPool) {
    this.#made = new DayQuota(accounts, perDay);
    this.#pool = pool;
  }

  take(now: number): string | null {
    this.#turn(now);
    let best: { account: string; calls: number } | null = null;
    for (const [account, calls] of this.#hand) if (calls > (best?.calls ?? 0)) best = { account, calls };
    if (best === null) return null;
    this.#add(best.account, -1);
    this.#made.count(best.account, now);
    // Ahead of need, so that nobody waits for it.
    if (this.#unreserved !== null && this.#inHand <= blockOf(this.#unreserved) / 2 && this.#unreserved > 0)
      void this.#ask();
    return best.account;
  }

  refill(now: number): Promise<void> | null {
    return this.left(now) === 0 || this.#inHand > 0 ? null : this.#ask();
  }

  left(now: number): number | null {
    this.#turn(now);
    const left = this.#made.left(now);
    return left === null || this.#unreserved === null ? left : this.#unreserved + this.#inHand;
  }

  used(account: string, now: number): number {
    return this.#made.used(account, now);
  }

  state(now: number): { perDay: number; used: number; left: number | null } {
    return { ...this.#made.state(now), left: this.left(now) };
  }

  restore(account: string, day: string, calls: number, now: number): void {
    this.#made.restore(account, day, calls, now);
  }

  /** Looks whether others brought something back after nothing was left. */
  async lookAgain(): Promise<void> {
    if (this.#unreserved === 0 && this.#inHand === 0) await this.#ask();
  }

  /** Brings back what lies here unused. */
  async giveBack(): Promise<void> {
    await this.#asking;
    const hand = [...this.#hand].filter(([, calls]) => calls > 0);
    for (const [account, calls] of hand) {
      this.#add(account, -calls);
      this.#unreserved = (this.#unreserved ?? 0) + calls;
      await this.#pool.giveBack(this.#day, account, calls);
    }
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#reserve().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #reserve(): Promise<void> {
    const day = this.#day;
    const known = this.#unreserved ?? this.#made.left(Date.parse(day)) ?? Number.MAX_SAFE_INTEGER;
    const got = await this.#pool.reserve(day, Math.max(1, blockOf(known) - this.#inHand));
    if (got === null || day !== this.#day) return;
    if (got.account !== null) this.#add(got.account, got.calls);
    this.#unreserved = got.left;
  }

  #add(account: string, calls: number): void {
    this.#hand.set(account, (this.#hand.get(account) ?? 0) + calls);
    this.#inHand += calls;
  }

  #turn(now: number): void {
    const day = dayOf(now);
    if (day === this.#day) return;
    this.#day = day;
    this.#hand.clear();
    this.#inHand = 0;
    this.#unreserved = null;
  }
}
