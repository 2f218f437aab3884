import { PeriodQuota, type QuotaAccount } from './period-quota.ts';
import { type Allowance, allowed, periodOf } from './periods.ts';

/** Where the instances take their blocks from, and bring back what they did not use. */
export interface QuotaPool {
  /**
   * At most `calls` of one account, or of `only` this one; `account` null when nothing is left before `resumesAt`. Null: it
   * could not be asked, and a while was waited.
   */
  reserve(now: number, calls: number, only?: string): Promise<Granted | null>;
  /** What was reserved at that moment. */
  giveBack(reservedAt: number, account: string, calls: number): Promise<void>;
}

export interface Granted {
  account: string | null;
  calls: number;
  /** What is left for all instances. */
  left: number;
  resumesAt: number;
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
 * exceed the limits. What it counts are the calls known to be made, by all.
 */
export class SharedQuota extends PeriodQuota {
  readonly #pool: QuotaPool;
  /** The shortest period that limits anything: what was reserved in one is not for the next. */
  readonly #period: 'minute' | 'day';
  readonly #hand = new Map<string, number>();
  /** Accounts that have nothing left in this period. */
  readonly #spent = new Set<string>();
  #inHand = 0;
  /** What nobody has reserved; null: not asked yet in this period. */
  #unreserved: number | null = null;
  #resumesAt = 0;
  #asking: Promise<void> | null = null;
  #giving: Promise<unknown> = Promise.resolve();
  #name = '';
  #now = 0;

  constructor(accounts: readonly QuotaAccount[], limits: Allowance, pool: QuotaPool) {
    super(accounts, limits);
    this.#period = [limits, ...accounts].some((one) => allowed(one, 'minute') > 0) ? 'minute' : 'day';
    this.#pool = pool;
  }

  override take(now: number, only?: string): string | null {
    this.#turn(now);
    let best: { account: string; calls: number } | null = null;
    for (const [account, calls] of this.#hand)
      if (calls > (best?.calls ?? 0) && (only === undefined || account === only)) best = { account, calls };
    if (best === null) return null;
    this.#add(best.account, -1);
    super.count(best.account, now);
    // Ahead of need, so that nobody waits for it.
    if (this.#unreserved !== null && this.#inHand <= blockOf(this.#unreserved) / 2 && this.#unreserved > 0)
      void this.#ask();
    return best.account;
  }

  override refill(now: number, only?: string): Promise<void> | null {
    const inHand = only === undefined ? this.#inHand : (this.#hand.get(only) ?? 0);
    if (this.left(now) === 0 || inHand > 0 || (only !== undefined && this.#spent.has(only))) return null;
    return this.#ask(only);
  }

  override left(now: number): number | null {
    this.#turn(now);
    const left = super.left(now);
    if (left === null || this.#unreserved === null) return left;
    // What nobody had reserved when it was asked last, others may have called since.
    return Math.min(left, this.#unreserved + this.#inHand);
  }

  override resumesAt(now: number): number {
    return this.#resumesAt > now ? this.#resumesAt : super.resumesAt(now);
  }

  /** All of them reserve from one pool, which counts for them. */
  override takeOver(): void {
    return undefined;
  }

  override count(): void {
    return undefined;
  }

  /** Hears how much is left, which others may have used up before this instance began. */
  async begin(now: number): Promise<void> {
    this.#turn(now);
    await this.#ask();
  }

  /** Looks whether others brought something back after nothing was left. */
  async lookAgain(now: number): Promise<void> {
    this.#turn(now);
    this.#spent.clear();
    if (this.#unreserved === 0 && this.#inHand === 0) await this.#ask();
  }

  /** Brings back what lies here unused. */
  async giveBack(): Promise<void> {
    await this.#asking;
    await this.#giving;
    await this.#bringBack(this.#now);
  }

  /** Reservations of this instance wait for it: it may be all that is left. */
  #bringBack(reservedAt: number): Promise<void> {
    const given = this.#giveAllBack(reservedAt);
    this.#giving = Promise.allSettled([this.#giving, given]);
    return given;
  }

  async #giveAllBack(reservedAt: number): Promise<void> {
    const hand = [...this.#hand].filter(([, calls]) => calls > 0);
    for (const [account, calls] of hand) {
      this.#add(account, -calls);
      this.#unreserved = (this.#unreserved ?? 0) + calls;
    }
    for (const [account, calls] of hand) await this.#pool.giveBack(reservedAt, account, calls);
  }

  #ask(only?: string): Promise<void> {
    this.#asking ??= this.#reserve(only).finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #reserve(only: string | undefined): Promise<void> {
    await this.#giving;
    const name = this.#name;
    const now = this.#now;
    const known = this.#unreserved ?? super.left(now) ?? Number.MAX_SAFE_INTEGER;
    const got = await this.#pool.reserve(now, Math.max(1, blockOf(known) - this.#inHand), only);
    if (got === null) return;
    if (name !== this.#name) {
      // Too late for its period: the longer ones have it back.
      if (got.account !== null) await this.#pool.giveBack(now, got.account, got.calls).catch(() => undefined);
      return;
    }
    if (got.account !== null) this.#add(got.account, got.calls);
    else if (only !== undefined) this.#spent.add(only);
    this.#unreserved = got.left;
    this.#resumesAt = got.resumesAt;
  }

  #add(account: string, calls: number): void {
    this.#hand.set(account, (this.#hand.get(account) ?? 0) + calls);
    this.#inHand += calls;
  }

  #turn(now: number): void {
    const before = this.#now;
    this.#now = now;
    const name = periodOf(this.#period, now);
    if (name === this.#name) return;
    this.#name = name;
    // What a minute left unused, the day may need.
    if (this.#period === 'minute' && this.#inHand > 0) this.#bringBack(before).catch(() => undefined); // as if this instance had been killed
    this.#hand.clear();
    this.#spent.clear();
    this.#inHand = 0;
    this.#unreserved = null;
    this.#resumesAt = 0;
  }
}
