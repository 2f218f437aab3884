import { apiError } from '@numscope/contracts';

/**
 * How many calls of one kind may be under way in a process: of one sender, unless said; in all, before a sender that has
 * one may not bring another; and in all.
 */
export const underWay = { ofSender: 16, crowded: 32, full: 64 } as const;
const RETRY_S = 1;

/**
 * Keeps the calls of one kind that are under way in this process few, before anything is read for them: each holds a
 * request open. In a crowd a sender that has none under way still comes in, so that a few that send many keep out
 * nobody else.
 */
export class Admission {
  readonly #inside = new Map<string, number>();
  readonly #many: number;
  #all = 0;

  /** @param many may be under way of one sender */
  constructor(many: number = underWay.ofSender) {
    this.#many = many;
  }

  /** @throws ApiError TOO_MANY_REQUESTS at once when too many are under way */
  async pass<T>(sender: string, work: () => Promise<T>): Promise<T> {
    const own = this.#inside.get(sender) ?? 0;
    if (own >= this.#many || this.#all >= (own === 0 ? underWay.full : underWay.crowded))
      throw apiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_S });
    this.#all++;
    this.#inside.set(sender, own + 1);
    try {
      return await work();
    } finally {
      this.#all--;
      const left = (this.#inside.get(sender) ?? 1) - 1;
      if (left === 0) this.#inside.delete(sender);
      else this.#inside.set(sender, left);
    }
  }
}
