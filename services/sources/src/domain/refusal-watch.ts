import type { FaultKind } from '@numscope/contracts';

/**
 * What a call tells of whether its source serves us at all: it did; it refused the key or the credit; it says in words
 * that it failed; or nothing of that.
 */
export type CallSign = 'SERVED' | 'REFUSED' | 'STATED' | 'NEITHER';

/** So many refusals in a row stop a source, */
const REFUSALS = 5;
/** and so many answers in a row that say that they failed; where several instances ask, each sees its share of them. */
const STATED = 20;
const FEWEST_STATED = 10;
/** Calls that a source is worth which has not served us since it refused. */
const UNPROVEN_CALLS = 20;

const refusals: ReadonlySet<FaultKind> = new Set(['WRONG_KEY', 'NO_CREDIT']);

export const signOf = ({ kind, isStated }: { kind: FaultKind; isStated: boolean }): CallSign =>
  refusals.has(kind) ? 'REFUSED' : isStated ? 'STATED' : 'NEITHER';

/**
 * Stops a source whose key is dead before it costs more than a few calls: until it has served us, no more calls are out
 * than would be worth it.
 */
export class RefusalWatch {
  #refused = 0;
  #stated = 0;
  #isProven = false;

  /** Whether the source is to be stopped. */
  note(sign: CallSign, instances: number): boolean {
    if (sign === 'NEITHER') return false;
    this.#isProven = sign === 'SERVED';
    if (sign === 'SERVED') this.#refused = this.#stated = 0;
    if (sign === 'REFUSED') this.#refused++;
    if (sign === 'STATED') this.#stated++;
    return this.#refused >= REFUSALS || this.#stated >= Math.max(FEWEST_STATED, Math.floor(STATED / instances));
  }

  /** Whether one more call may begin; with several instances each has its share, and one at a time in any case. */
  allows(inFlight: number, instances: number): boolean {
    if (this.#isProven || inFlight === 0) return true;
    return inFlight + this.#refused + this.#stated < Math.max(REFUSALS, Math.floor(UNPROVEN_CALLS / instances));
  }

  reset(): void {
    this.#refused = this.#stated = 0;
    this.#isProven = false;
  }
}
