import type { AnswerStatus, JobType, SourceState } from '@numscope/contracts';
import type { Clock, Logger } from '@numscope/platform';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskedSource } from '../config/source-config.ts';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import type { CallPace } from '../domain/call-pace.ts';
import type { CallQuota } from '../domain/call-quota.ts';
import { nextDay } from '../domain/day-quota.ts';
import { LastHour } from '../domain/last-hour.ts';
import { pausedMessage } from '../domain/resolve-phone.ts';
import { backoffMs, LONGEST_HOLD_MS } from '../domain/retry.ts';
import type { AskedNumber } from '../domain/template.ts';
import { TwoLanes } from '../domain/two-lanes.ts';
import type { SourceFigures } from '../store/shared-records.port.ts';
import type { CallLimits } from './call-limits.ts';
import type { Question } from './question.ts';
import { type SourceBreaker, sourceBreaker } from './source-breaker.ts';

export interface RunnerOptions {
  name: string;
  config: AskedSource;
  connector: Connector;
  limits: CallLimits;
  clock: Clock;
  log: Logger;
  /** Puts pictures into an answer that has photos. */
  photos: { replace(answer: SourceAnswer): Promise<SourceAnswer> };
  /** A call was made at the cost of an account's quota. */
  counted(account: string, at: number): void;
  /** A call is over, whatever came of it. */
  called(ms: number): void;
}

const NO_LIMIT = 1024;
/** Numbers asked for, in one call or in several, before others have their turn on the event loop: their answers may all come at once, too. */
const AT_A_TIME = 32;
/** Asks one source: never more at once, a second or a day than it may be asked, PRIORITY first, and not at all while it is down. */
export class SourceRunner {
  readonly name: string;
  readonly config: AskedSource;
  readonly connector: Connector;
  readonly quota: CallQuota;
  readonly lastHour = new LastHour();
  /** Answers since the start, by outcome. */
  readonly answers: Record<AnswerStatus, number> = { FOUND: 0, NOT_FOUND: 0, FAILED: 0 };
  lastError: { at: number; message: string } | null = null;
  pausedBy: string | null = null;
  readonly #options: RunnerOptions;
  readonly #queue = new TwoLanes<Question>();
  readonly #pace: CallPace;
  readonly #width: number;
  readonly #breaker: SourceBreaker;
  #inFlight = 0;
  #holdUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #next: NodeJS.Immediate | undefined;
  #refilling = false;
  readonly #ending = new AbortController();
  #closing = false;
  #isClosed = false;

  constructor(options: RunnerOptions) {
    const { config, connector, limits } = options;
    this.name = options.name;
    this.config = config;
    this.connector = connector;
    this.quota = limits.quota;
    this.#pace = limits.pace;
    this.#options = options;
    setMaxListeners(0, this.#ending.signal); // as many as there are calls that wait to be tried again
    this.#width = config.limits.concurrency || NO_LIMIT;
    this.#breaker = sourceBreaker(connector);
    this.#breaker.on('halfOpen', () => this.#pump());
  }

  get state(): SourceState {
    if (this.pausedBy !== null) return 'PAUSED';
    if (this.quota.left(this.#now()) === 0) return 'WAITING_QUOTA';
    if (this.#breaker.closed) return 'CLOSED';
    return this.#breaker.halfOpen ? 'HALF_OPEN' : 'OPEN';
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

  get figures(): SourceFigures {
    return { source: this.name, state: this.state, hour: this.lastHour.sum(this.#now()), lastError: this.lastError };
  }

  ask(lane: JobType, questions: readonly Question[]): void {
    for (const question of questions) this.#queue.push(lane, question);
    this.#pump();
  }

  /** Lets go of what nobody wants any more. */
  sweep(): void {
    for (const { done } of this.#queue.sweep((question) => question.dropped())) done(null);
  }

  /** Closes its breaker: the operator says that it is well again. */
  reset(): void {
    this.#breaker.close();
    this.#holdUntil = 0;
    this.#pump();
  }

  /** One call outside of any job, through the same limits but past the breaker. @throws SourceFault */
  async probe(number: AskedNumber): Promise<SourceAnswer> {
    await this.refilled();
    const account = this.#takeAccount();
    if (account === null) throw new SourceFault(this.#quotaMessage());
    this.#pace.count(performance.now());
    const [answer] = await this.connector.ask([number], { account });
    if (!answer) throw new SourceFault('sent no answer');
    return answer;
  }

  /** Nothing more is asked; what is in flight is let finish, no longer than `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.#closing = true;
    this.#ending.abort();
    clearTimeout(this.#timer);
    for (const { done } of this.#queue.sweep(() => true)) done(null);
    const until = performance.now() + limitMs;
    while (this.#inFlight > 0 && performance.now() < until) await pause(5);
    this.#isClosed = true;
    this.#breaker.shutdown();
    await this.connector.close();
  }

  #pump(): void {
    if (this.#closing || this.#next) return;
    let begun = 0;
    while (this.#inFlight < this.#width && this.#queue.length > 0) {
      if (begun >= AT_A_TIME) return this.#pumpNext();
      const refusal = this.#refusal();
      if (refusal !== null) {
        for (const question of this.#queue.take(this.#queue.length)) this.#refuse(question, refusal);
        continue;
      }
      const waitMs = Math.max(this.#holdUntil - this.#now(), this.#pace.wait(performance.now()));
      if (waitMs > 0) return this.#pumpIn(waitMs);
      const refill = this.quota.refill(this.#now());
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

  /** Resolves when calls are at hand, or when the day has none any more. */
  async refilled(): Promise<void> {
    for (let refill = this.quota.refill(this.#now()); refill && !this.#closing; refill = this.quota.refill(this.#now())) await refill;
  }

  /** Why nothing can be asked now, without waiting; null when it can. */
  #refusal(): string | null {
    const now = this.#now();
    if (this.pausedBy !== null) return pausedMessage(this.pausedBy);
    if (this.#holdUntil - now > LONGEST_HOLD_MS)
      return `not asked: it wants to be left alone until ${new Date(this.#holdUntil).toISOString()}`;
    if (!this.#breaker.closed && !this.#breaker.pendingClose)
      return `not asked: it is not well (${this.lastError?.message ?? 'too many failures'})`;
    if (this.quota.left(now) === 0) return this.#quotaMessage();
    return null;
  }

  #quotaMessage(): string {
    return `not asked: the day's quota is used up, more from ${new Date(nextDay(this.#now())).toISOString()}`;
  }

  #isWanted(question: Question): boolean {
    if (!question.dropped()) return true;
    question.done(null);
    return false;
  }

  #refuse({ dropped, done }: Question, message: string): void {
    done(dropped() ? null : { asked: false, status: 'FAILED', message, fields: null, at: this.#now(), account: null });
  }

  #takeAccount(): string | null {
    const now = this.#now();
    const account = this.quota.take(now);
    if (account !== null) this.#options.counted(account, now);
    return account;
  }

  async #run(questions: readonly Question[]): Promise<void> {
    this.#inFlight++;
    const { fault, answers, account } = await this.#call(questions);
    this.#inFlight--;
    this.#pump();
    // What fails because we hang up ourselves is no answer: it is asked again after the next start.
    if (this.#isClosed || (fault?.retry && this.#closing)) return questions.forEach(({ done }) => done(null));
    if (fault) {
      this.lastError = { at: this.#now(), message: fault.message };
      for (const question of questions) {
        const failed = {
          status: 'FAILED',
          message: fault.message,
          fields: null,
          ...(fault.raw === undefined ? {} : { raw: fault.raw }),
        } as const;
        this.#finish(question, failed, account);
      }
      return;
    }
    questions.forEach((question, index) => {
      const answer = answers[index] ?? { status: 'FAILED' as AnswerStatus, message: 'sent no answer', fields: null };
      if (!answer.fields?.photos) return this.#finish(question, answer, account);
      return void this.#options.photos.replace(answer).then((replaced) => this.#finish(question, replaced, account));
    });
  }

  #finish(question: Question, answer: SourceAnswer, account: string | null): void {
    const at = this.#now();
    if (account !== null) {
      this.lastHour.note(answer.status, at);
      this.answers[answer.status]++;
    }
    question.done({ ...answer, asked: account !== null, at, account });
  }

  /** Calls until it works, must not be tried again, or nobody wants it. `account` null: it was never called. */
  async #call(questions: readonly Question[]): Promise<{ fault: SourceFault | null; answers: SourceAnswer[]; account: string | null }> {
    const numbers = questions.map((question) => question.number());
    let last: { fault: SourceFault; account: string } | null = null;
    for (let attempt = 1; ; attempt++) {
      const account = this.#breaker.opened ? null : this.#takeAccount();
      if (account === null)
        return last ? { ...last, answers: [] } : { fault: new SourceFault(this.#refusal() ?? this.#quotaMessage()), answers: [], account };
      this.#pace.count(performance.now());
      const begun = performance.now();
      try {
        const answers = await this.#breaker.fire(numbers, account);
        this.#noteCall(begun);
        return { fault: null, answers, account };
      } catch (error) {
        this.#noteCall(begun);
        const fault = this.#faultOf(error);
        last = { fault, account };
        const holdMs = fault.holdMs ?? 0;
        if (holdMs > 0) this.#holdUntil = Math.max(this.#holdUntil, this.#now() + holdMs);
        const isOver = !fault.retry || attempt > this.config.retries || holdMs > LONGEST_HOLD_MS;
        const isVain = (): boolean => this.#closing || questions.every((question) => question.dropped());
        if (isOver || isVain()) return { ...last, answers: [] };
        await this.#rest(Math.max(holdMs, backoffMs(attempt, Math.random())));
        for (let waitMs = this.#waitMs(); waitMs > 0 && !isVain(); waitMs = this.#waitMs()) await this.#rest(Math.ceil(waitMs));
        await this.refilled();
        if (isVain()) return { ...last, answers: [] };
      }
    }
  }

  #noteCall(begun: number): void {
    const ms = performance.now() - begun;
    this.lastHour.noteCall(ms, this.#now());
    this.#options.called(ms);
  }

  /** Waits, but no longer than until closing. */
  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  #waitMs(): number {
    return Math.max(this.#holdUntil - this.#now(), this.#pace.wait(performance.now()));
  }

  #faultOf(error: unknown): SourceFault {
    if (error instanceof SourceFault) return error;
    if (error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER') return new SourceFault('not asked: it is not well');
    this.#options.log.error({ source: this.name, err: error }, 'a connector broke');
    return new SourceFault('could not be asked: its connector broke');
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
