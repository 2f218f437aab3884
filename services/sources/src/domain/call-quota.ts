/** How many calls of a source a day allows, and to whom they are counted. Times in milliseconds; days are UTC. */
export interface CallQuota {
  /** Counts one call of the account that has most left; null when none has any at hand. */
  take(now: number): string | null;
  /** Resolves when `take` is worth another try; null when it is now, also when the day allows no more. */
  refill(now: number): Promise<void> | null;
  /** The rest of the whole source; null when nothing limits it. */
  left(now: number): number | null;
  used(account: string, now: number): number;
  /** Limit, use and rest of the whole source; `perDay` 0 and `left` null when nothing limits it. */
  state(now: number): { perDay: number; used: number; left: number | null };
  /** Sets what was used on a day, if it is more than was known; of another day than `now`'s it does not count. */
  restore(account: string, day: string, calls: number, now: number): void;
}
