import { apiError, limits } from '@numscope/contracts';
import { senderOf } from '@numscope/platform';

/** Senders that are told apart; the one that failed first is forgotten first. */
const SENDERS = 20_000;

/** Counts wrong keys by their sender, within the limit of failed logins from one address. */
export class Guesses {
  readonly #failed = new Map<string, { from: number; guesses: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws ApiError TOO_MANY_REQUESTS when too many came from there within a minute */
  check(address: string): void {
    const failed = this.#failed.get(senderOf(address));
    if (!failed || failed.guesses < limits.addressLoginFailures) return;
    const leftMs = failed.from + limits.loginMinuteMs - this.#now();
    if (leftMs > 0) throw apiError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(leftMs / 1000) });
  }

  note(address: string): void {
    const sender = senderOf(address);
    const failed = this.#failed.get(sender);
    const now = this.#now();
    if (failed && failed.from + limits.loginMinuteMs > now) {
      failed.guesses++;
      return;
    }
    this.#failed.delete(sender);
    this.#failed.set(sender, { from: now, guesses: 1 });
    const [oldest] = this.#failed.size > SENDERS ? this.#failed.keys() : [];
    if (oldest !== undefined) this.#failed.delete(oldest);
  }
}
