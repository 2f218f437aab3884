import { newId, reasonOf } from '@numscope/platform';
import { SourceFault } from '../connector.port.ts';
import { LONGEST_POLL_MS } from './http-source.ts';
import type { PollingParts } from './poll-steps.ts';
import { LOOK_MS, rest } from './polling-rest.ts';
import type { Claimed, Submission, Submissions } from './submissions.port.ts';

export type Held = Parameters<Submissions['letGo']>[0];

/** The numbers that one call holds with the store: nobody else hands them in, or asks on for them, meanwhile. */
export class NumberClaims {
  readonly #parts: PollingParts;
  readonly #isOver: () => boolean;
  readonly #begun: number;
  held: Held[] = [];

  /**
   * @param isOver whether nobody waits for the answers any more
   * @param begun when the call began
   */
  constructor(parts: PollingParts, isOver: () => boolean, begun: number) {
    this.#parts = parts;
    this.#isOver = isOver;
    this.#begun = begun;
  }

  /**
   * Waits until it has them all, and holds none meanwhile: of two calls that each had a part of what the other one wants
   * neither would ever end.
   */
  async claimAll(phones: string[]): Promise<Claimed & { id: string }> {
    const { source, submissions, now, ending } = this.#parts;
    for (;;) {
      const id = newId();
      const claim = { id, source, phones, at: now(), since: this.#begun - LONGEST_POLL_MS };
      const claimed = await this.stored(() => submissions.claimNumbers(claim));
      const held = [{ id, source, phones: claimed.phones }, ...claimed.submissions];
      this.held = held.map((one) => ({ id: one.id, source, phones: one.phones }));
      if (this.held.flatMap((one) => one.phones).length === phones.length) return { id, ...claimed };
      for (const one of this.held.splice(0)) await this.letGo(one);
      // Not in step with whoever had the other part.
      await rest(LOOK_MS * (0.5 + Math.random()), this.#isOver, ending);
      if (this.#isOver()) throw new SourceFault('nobody waits for its answer any more', { retry: true });
    }
  }

  /** Lets go of all numbers but these. */
  async letGoBut(phones: ReadonlySet<string>): Promise<void> {
    for (const one of this.held) {
      const { id, source } = one;
      await this.letGo({ id, source, phones: one.phones.filter((phone) => !phones.has(phone)) });
      one.phones = one.phones.filter((phone) => phones.has(phone));
    }
  }

  async letGo(held: Held): Promise<void> {
    if (held.phones.length > 0) await this.stored(() => this.#parts.submissions.letGo(held), true);
  }

  /** What was handed in, in place of its claim. */
  async keep(submission: Submission): Promise<void> {
    await this.stored(() => this.#parts.submissions.keepSubmission(submission), true);
  }

  /**
   * A store that is away for a moment is tried again: what was handed in would be paid twice, and what is not let go of
   * would be waited for.
   */
  async stored<T>(use: () => Promise<T>, always = false): Promise<T> {
    const { ending } = this.#parts;
    for (;;)
      try {
        return await use();
      } catch (error) {
        if (ending.aborted || (!always && this.#isOver()))
          throw new SourceFault(`cannot be asked: ${reasonOf(error)}`, { retry: true });
        await rest(LOOK_MS, () => false, ending);
      }
  }
}
