import type { JobType } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import type { Connector } from '../connectors/connector.port.ts';
import { PriorityQueue } from '../domain/limits/priority-queue.ts';
import type { Admission } from './admission.ts';
import { isWanted, letWait, type Question, refuse } from './question.ts';

/**
 * Numbers asked for, in one call or in several, before others have their turn on the event loop: their answers may all
 * come at once, too.
 */
const AT_A_TIME = 32;

/** What is done with the answers of a call, and to how many questions they are. */
interface Answered {
  hand: () => void;
  questions: number;
}

export interface PumpOptions {
  /** Calls at the same time, at most. */
  width: number;
  connector: Pick<Connector, 'batchSize'>;
  admission: Admission;
  clock: Clock;
  /** Whether one more call may begin beside so many, while so many answers are not handed over yet. */
  admits(inFlight: number, unhanded: number): boolean;
  /** Nothing is begun any more. */
  isEnding(): boolean;
  /** Makes a call for them; resolves to what is done with its answers, once others have begun in its place; null: nothing. */
  call(questions: readonly Question[]): Promise<(() => void) | null>;
}

/** What waits to be asked of one source, PRIORITY first: begins as many calls at once as the source may be asked. */
export class QuestionPump {
  readonly #options: PumpOptions;
  readonly #queue = new PriorityQueue<Question>();
  #inFlight = 0;
  /** Calls that are over, whose answers are handed over once others were begun in their place. */
  #answered: Answered[] = [];
  #unhanded = 0;
  #isHanding = false;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;
  #refilling = false;
  #isHeld = false;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  get queued(): number {
    return this.#queue.length;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** No call is under way, and no answer waits to be handed over. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#answered.length === 0;
  }

  push(lane: JobType, questions: readonly Question[]): void {
    for (const question of questions) this.#queue.push(lane, question);
    this.pump();
  }

  /** Begins nothing more, until `goOn`; what comes meanwhile waits. */
  hold(): void {
    this.#isHeld = true;
  }

  goOn(): void {
    this.#isHeld = false;
    this.pump();
  }

  /** Takes out all that waits. */
  drain(): ReturnType<PriorityQueue<Question>['drain']> {
    return this.#queue.drain();
  }

  /** Lets go of what waits and is so. */
  sweep(isOver: (question: Question) => boolean): void {
    for (const question of this.#queue.sweep(isOver)) question.done(null);
  }

  /** Lets go of all that waits. */
  end(): void {
    clearTimeout(this.#timer);
    this.sweep(() => true);
  }

  /** Begins what may begin now. */
  pump(): void {
    const { admission, admits, isEnding, width, connector, clock } = this.#options;
    if (isEnding() || this.#next || this.#isHeld) return;
    let begun = 0;
    while (this.#inFlight < width && this.#queue.length > 0) {
      if (begun >= AT_A_TIME) return this.pumpNext();
      const refusal = admission.refusal();
      if (refusal !== null) {
        for (const question of this.#queue.take(this.#queue.length)) refuse(question, refusal, clock.now());
        continue;
      }
      const { waitsUntil } = admission;
      if (waitsUntil !== null) {
        for (const question of this.#queue.take(this.#queue.length)) letWait(question, waitsUntil);
        continue;
      }
      const waitMs = admission.waitMs();
      if (waitMs > 0) return this.#pumpIn(waitMs);
      const refill = admission.refill();
      if (refill) return this.#pumpAfter(refill);
      // Who is not admitted goes on when a call ends, when the others were heard, or when answers were written.
      if (!admits(this.#inFlight, this.#unhanded)) return;
      const taken = this.#queue.take(connector.batchSize);
      begun += taken.length;
      const questions = taken.filter(isWanted);
      if (questions.length > 0) this.#run(questions);
    }
  }

  /** At the next turn of the event loop. */
  pumpNext(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.pump();
    });
  }

  #pumpIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.pump(), Math.ceil(ms));
  }

  #pumpAfter(refill: Promise<void>): void {
    if (this.#refilling) return;
    this.#refilling = true;
    void refill.then(() => {
      this.#refilling = false;
      this.pump();
    });
  }

  #run(questions: readonly Question[]): void {
    this.#inFlight++;
    void this.#options.call(questions).then((hand) => {
      this.#inFlight--;
      if (hand) this.#handLater({ hand, questions: questions.length });
      this.pump();
    });
  }

  #handLater(answered: Answered): void {
    this.#answered.push(answered);
    this.#unhanded += answered.questions;
    if (!this.#isHanding) this.#handNext();
  }

  #handNext(): void {
    this.#isHanding = true;
    setImmediate(() => this.#hand());
  }

  /**
   * Some of the answers at a turn of the event loop: a request goes out with its turns, not when it is begun, and when
   * many answers come at once it would wait for what is done with all of them.
   */
  #hand(): void {
    const some = this.#answered.splice(0, Math.max(AT_A_TIME, this.#answered.length >> 1));
    this.#isHanding = false;
    if (this.#answered.length > 0) this.#handNext();
    for (const { hand, questions } of some) {
      this.#unhanded -= questions;
      hand();
    }
    this.pump();
  }
}
