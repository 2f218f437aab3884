/**
 * How many calls of a source a minute, a day and a month allow, and to whom they are counted. Times in milliseconds;
 * periods are UTC.
 */
export interface CallQuota {
  /** Counts one call of the account that has most left, or of `account` alone; null when none has any at hand. */
  take(now: number, account?: string): string | null;
  /** Resolves when `take` is worth another try; null when it is now, also when nothing more is allowed. */
  refill(now: number, account?: string): Promise<void> | null;
  /** The rest of the whole source; null when nothing limits it. */
  left(now: number): number | null;
  /** When nothing is left: the moment from which calls are allowed again. */
  resumesAt(now: number): number;
  /** Calls of the day. */
  used(account: string, now: number): number;
  /** Limit and use of the day, and the rest of the whole source; `perDay` 0 and `left` null where nothing limits it. */
  state(now: number): { perDay: number; used: number; left: number | null };
  /** Sets what was used in a period, by its name, if it is more than was known; of another one than `now`'s it does not count. */
  restore(account: string, period: string, calls: number, now: number): void;
  /** What the one counted in whose place this is, whose limits were others. */
  takeOver(former: CallQuota, now: number): void;
  /** Counts a call that was allowed elsewhere: by the former one, of what it had under way. */
  count(account: string, now: number): void;
}
