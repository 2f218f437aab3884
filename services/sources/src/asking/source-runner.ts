import type { AnswerStatus, JobType, SourceState } from '@numscope/contracts';
import type { Clock, Logger } from '@numscope/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskedSource } from '../config/source-config.ts';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import { costOfAnswer } from '../domain/answer-cost.ts';
import type { CallQuota } from '../domain/call-quota.ts';
import type { AskedNumber } from '../domain/template.ts';
import { PriorityQueue } from '../domain/priority-queue.ts';
import type { LastError, SourceFigures } from '../store/shared-records.port.ts';
import { Admission } from './admission.ts';
import type { CallLimits } from './call-limits.ts';
import type { Outcome, Question } from './question.ts';
import type { PhotoKeeper } from './photo-keeper.ts';
import { type SourceBreaker, sourceBreaker } from './source-breaker.ts';
import { type CallResult, SourceCaller } from './source-caller.ts';
import { SourceMetrics } from './source-metrics.ts';

export interface RunnerOptions {
  name: string;
  config: AskedSource;
  connector: Connector;
  limits: CallLimits;
  clock: Clock;
  log: Logger;
  /** Puts pictures into an answer that has photos. */
  photos: Pick<PhotoKeeper, 'replace'>;
  /** A call was made at the cost of an account's quota. */
  counted(account: string, at: number): void;
  /** A call is over, whatever came of it. */
  called(ms: number): void;
}

const NO_LIMIT = 1024;
/** A person waits for it. */
const PROBE_MS = 30_000;
/**
 * Numbers asked for, in one call or in several, before others have their turn on the event loop: their answers may all
 * come at once, too.
 */
const AT_A_TIME = 32;

/** Asks one source what waits in its queue, PRIORITY first, as many calls at once as it may be asked. */
export class SourceRunner {
  readonly name: string;
  readonly config: AskedSource;
  readonly connector: Connector;
  readonly quota: CallQuota;
  readonly metrics: SourceMetrics;
  readonly #options: RunnerOptions;
  readonly #queue = new PriorityQueue<Question>();
  readonly #width: number;
  readonly #breaker: SourceBreaker;
  readonly #admission: Admission;
  readonly #caller: SourceCaller;
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;
  #refilling = false;
  #isClosed = false;

  constructor(options: RunnerOptions) {
    const { name, config, connector, limits, clock, log } = options;
    this.name = name;
    this.config = config;
    this.connector = connector;
    this.quota = limits.quota;
    this.metrics = new SourceMetrics(clock, options.called);
    this.#options = options;
    this.#width = config.limits.concurrency || NO_LIMIT;
    this.#breaker = sourceBreaker(connector);
    this.#breaker.on('halfOpen', () => this.#pump());
    const common = { breaker: this.#breaker, metrics: this.metrics };
    this.#admission = new Admission({ ...common, limits, clock, counted: options.counted });
    this.#caller = new SourceCaller({
      ...common,
      source: name,
      retries: config.retries,
      admission: this.#admission,
      log,
    });
  }

  get state(): SourceState {
    return this.#admission.state;
  }

  /** Who paused it; null while it is asked. */
  get pausedBy(): string | null {
    return this.#admission.pausedBy;
  }
  set pausedBy(by: string | null) {
    this.#admission.pausedBy = by;
  }

  /** Nothing waits and nothing is in flight. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#queue.length === 0;
  }

  get queued(): number {
    return this.#queue.length;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** What went wrong last, of a call or of what the answers come from. */
  get lastError(): LastError | null {
    const { trouble } = this.connector;
    return trouble ? { ...trouble, kind: 'MAPPING' } : this.metrics.lastError;
  }

  get figures(): SourceFigures {
    return { source: this.name, state: this.state, hour: this.metrics.hour, lastError: this.lastError };
  }

  ask(lane: JobType, questions: readonly Question[]): void {
    for (const question of questions) this.#queue.push(lane, question);
    this.#pump();
  }

  /** Lets go of what nobody wants any more. */
  sweep(): void {
    for (const { done } of this.#queue.sweep((question) => question.dropped())) done(null);
  }

  /** The operator says that it is well again. */
  reset(): void {
    this.#admission.reset();
    this.#pump();
  }

  /** One call outside of any job, through the same limits but past the breaker. @throws SourceFault */
  async probe(number: AskedNumber): Promise<SourceAnswer> {
    await this.refilled();
    const until = performance.now() + PROBE_MS;
    const account = this.#admission.take();
    if (account === null) throw new SourceFault(this.#admission.quotaMessage());
    const [answer] = await this.connector.ask([number], { account, isWanted: () => performance.now() < until });
    if (!answer) throw new SourceFault('sent no answer');
    return answer;
  }

  /** Resolves when calls are at hand, or when the day has none any more. */
  async refilled(): Promise<void> {
    await this.#caller.refilled();
  }

  /** Nothing more is asked; what is in flight is let finish, no longer than `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.#caller.end();
    clearTimeout(this.#timer);
    for (const { done } of this.#queue.sweep(() => true)) done(null);
    const until = performance.now() + limitMs;
    while (this.#inFlight > 0 && performance.now() < until) await pause(5);
    this.#isClosed = true;
    this.#breaker.shutdown();
    await this.connector.close();
  }

  #pump(): void {
    if (this.#caller.isEnding || this.#next) return;
    let begun = 0;
    while (this.#inFlight < this.#width && this.#queue.length > 0) {
      if (begun >= AT_A_TIME) return this.#pumpNext();
      const refusal = this.#admission.refusal();
      if (refusal !== null) {
        for (const question of this.#queue.take(this.#queue.length)) this.#refuse(question, refusal);
        continue;
      }
      const waitMs = this.#admission.waitMs();
      if (waitMs > 0) return this.#pumpIn(waitMs);
      const refill = this.#admission.refill();
      if (refill) return this.#pumpAfter(refill);
      const taken = this.#queue.take(this.connector.batchSize);
      begun += taken.length;
      const questions = taken.filter((question) => this.#isWanted(question));
      if (questions.length > 0) void this.#run(questions);
    }
  }

  #pumpNext(): void {
    this.#next = setImmediate(() => {
      this.#next = undefined;
      this.#pump();
    });
  }

  #pumpIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.ceil(ms));
  }

  #pumpAfter(refill: Promise<void>): void {
    if (this.#refilling) return;
    this.#refilling = true;
    void refill.then(() => {
      this.#refilling = false;
      this.#pump();
    });
  }

  #isWanted(question: Question): boolean {
    if (!question.dropped()) return true;
    question.done(null);
    return false;
  }

  #refuse({ dropped, done }: Question, message: string): void {
    const at = this.#options.clock.now();
    done(dropped() ? null : { asked: false, status: 'FAILED', message, fields: null, cost: 0, at, account: null });
  }

  async #run(questions: readonly Question[]): Promise<void> {
    this.#inFlight++;
    const numbers = questions.map((question) => question.number());
    const result = await this.#caller.call(numbers, () => questions.some((question) => !question.dropped()));
    this.#inFlight--;
    this.#pump();
    // What fails because we hang up ourselves is no answer: it is asked again after the next start, or by the next run.
    const isVain = this.#caller.isEnding || questions.every(({ dropped }) => dropped());
    if (this.#isClosed || (result.fault?.retry && isVain)) return questions.forEach(({ done }) => done(null));
    this.#hand(questions, result);
  }

  /** Gives each question its answer, or all of them the fault. */
  #hand(questions: readonly Question[], { fault, answers, account }: CallResult): void {
    if (fault) {
      this.metrics.noteError(fault.message, fault.kind);
      const raw = fault.raw === undefined ? {} : { raw: fault.raw };
      for (const question of questions)
        this.#finish(
          question,
          { status: 'FAILED', message: fault.message, fields: null, ...raw },
          { account, cost: 0 },
        );
      return;
    }
    questions.forEach((question, index) => {
      const answer = answers[index] ?? { status: 'FAILED' as AnswerStatus, message: 'sent no answer', fields: null };
      const call = { account, cost: costOfAnswer(answer, this.config, questions.length) };
      if (!answer.fields?.photos) return this.#finish(question, answer, call);
      return void this.#options.photos.replace(answer, account).then((whole) => this.#finish(question, whole, call));
    });
  }

  #finish(question: Question, answer: SourceAnswer, { account, cost }: Pick<Outcome, 'account' | 'cost'>): void {
    const at = this.#options.clock.now();
    if (account !== null) this.metrics.noteAnswer(answer.status, at, cost);
    question.done({ ...answer, cost, asked: account !== null, at, account });
  }
}
