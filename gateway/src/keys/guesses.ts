import { isIPv6 } from 'node:net';
import { apiError, limits } from '@numscope/contracts';

/** So many senders are told apart; the one that failed first is forgotten first. */
const SENDERS = 20_000;
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** What counts as one address: of IPv6 its network of 64 bits, because whoever has one address has all of it. */
export function senderOf(address: string): string {
  const plain = address.replace(MAPPED, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

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
