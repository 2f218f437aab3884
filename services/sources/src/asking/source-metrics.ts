import type { AnswerStatus, FaultKind } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import type { LastError } from '../store/shared-records.port.ts';
import { type HourFigures, LastHour } from '../domain/health/last-hour.ts';

/** What came of calling a source. */
export class SourceMetrics {
  /** Answers since the start, by outcome. */
  readonly answers: Record<AnswerStatus, number> = { FOUND: 0, NOT_FOUND: 0, FAILED: 0 };
  lastError: LastError | null = null;
  /** What calls since the start cost, in the installation's currency. */
  spent = 0;
  #lastHour: LastHour;
  readonly #clock: Clock;
  readonly #called: (ms: number) => void;

  /** @param called - hears of each call's time, in milliseconds, whatever came of it */
  constructor(clock: Clock, called: (ms: number) => void) {
    this.#clock = clock;
    this.#lastHour = new LastHour(clock.now());
    this.#called = called;
  }

  /** In the last hour of this process. */
  get hour(): HourFigures {
    return this.#lastHour.sum(this.#clock.now());
  }

  /** Goes on counting where the source's former definition did. */
  takeOver(former: SourceMetrics): void {
    this.#lastHour = former.#lastHour;
  }

  /** A call is over that began at this moment of `performance.now()`. */
  noteCall(begun: number): void {
    const ms = performance.now() - begun;
    this.#lastHour.noteCall(ms, this.#clock.now());
    this.#called(ms);
  }

  /** One number was answered, at this cost. */
  noteAnswer(status: AnswerStatus, at: number, cost: number): void {
    this.spent += cost;
    this.#lastHour.note(status, at);
    this.answers[status]++;
  }

  noteError(message: string, kind: FaultKind): void {
    this.lastError = { at: this.#clock.now(), message, kind };
  }
}
