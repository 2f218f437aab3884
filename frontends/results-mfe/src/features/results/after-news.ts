import { nobodyThere, onNextTouch } from '@numscope/ui';

/** Several that go together are one news. */
const AFTER_MS = 400;
/** Retention deletes for minutes: each call is recorded, and is to be one that somebody takes. */
const REST_MS = 10_000;

/** Does something after news, once for those that come together, at most every ten seconds, and while somebody is there. */
export class AfterNews {
  readonly #work: () => void;
  readonly #isHeld: () => boolean;
  /** Gives up what is planned. */
  #giveUp: (() => void) | undefined;
  #doneAt = -Infinity;

  /** @param isHeld whether it has to wait for something that is under way */
  constructor(work: () => void, isHeld: () => boolean = () => false) {
    this.#work = work;
    this.#isHeld = isHeld;
  }

  want(): void {
    if (this.#giveUp === undefined) this.#plan();
  }

  stop(): void {
    this.#giveUp?.();
    this.#giveUp = undefined;
  }

  #plan(): void {
    const afterMs = Math.max(AFTER_MS, this.#doneAt + REST_MS - Date.now());
    const timer = setTimeout(() => this.#do(), afterMs);
    this.#giveUp = () => clearTimeout(timer);
  }

  #do(): void {
    if (nobodyThere()) {
      this.#giveUp = onNextTouch(() => this.#do());
      return;
    }
    if (this.#isHeld()) return this.#plan();
    this.#giveUp = undefined;
    this.#doneAt = Date.now();
    this.#work();
  }
}
