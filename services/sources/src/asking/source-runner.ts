import type { JobType, SourceState } from '@numscope/contracts';
import type { Clock, Logger } from '@numscope/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskedSource } from '../config/source-config.ts';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import type { CallQuota } from '../domain/limits/call-quota.ts';
import type { AskedNumber } from '../domain/template.ts';
import type { RefusalRow } from '../domain/health/refusal-watch.ts';
import type { EndedWaiting, SourceStop } from '../domain/health/source-stop.ts';
import type { LastError, SourceFigures } from '../store/shared-records.port.ts';
import { Admission } from './admission.ts';
import { AnswerDistributor } from './answer-distributor.ts';
import { AnswerWatch } from './answer-watch.ts';
import type { CallLimits } from './call-limits.ts';
import { OpenCall } from './open-call.ts';
import { letWait, type Question, refuse } from './question.ts';
import { QuestionPump } from './question-pump.ts';
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
  photos: Pick<PhotoKeeper, 'replace' | 'again'>;
  /** Whether one more answer may be asked for beside so many that are not given yet: not too many wait to be written. */
  hasRoom(ungiven: number): boolean;
  /** A call was made at the cost of an account's quota. */
  counted(account: string, at: number): void;
  /** A call is over, whatever came of it. */
  called(ms: number): void;
  /** It was stopped because of what it answers; resolves once that is kept, or cannot be. */
  stopped(stop: SourceStop): Promise<void>;
}

const NO_LIMIT = 1024;
const RETIRE_LOOK_MS = 100;
const UNBOUND_MESSAGE = 'not asked: it is not bound any more';
/** A person waits for it. */
const PROBE_MS = 30_000;
/** Asks one source, within what it allows, and stops where its answers say so. */
export class SourceRunner {
  readonly name: string;
  readonly config: AskedSource;
  readonly connector: Connector;
  readonly quota: CallQuota;
  readonly metrics: SourceMetrics;
  readonly #options: RunnerOptions;
  readonly #pump: QuestionPump;
  readonly #breaker: SourceBreaker;
  readonly #admission: Admission;
  readonly #caller: SourceCaller;
  readonly #watch = new AnswerWatch((stop) => this.#stop(stop));
  readonly #distributor: AnswerDistributor;
  #isClosed = false;
  #keepingStop: Promise<void> = Promise.resolve();
  /** Who asks in its place since the sources file has changed. */
  #heir: SourceRunner | 'none' | null = null;
  /** In whose place it asks, while they have something in flight. */
  readonly #formers = new Set<SourceRunner>();

  constructor(options: RunnerOptions) {
    const { name, config, connector, limits, clock, log } = options;
    this.name = name;
    this.config = config;
    this.connector = connector;
    this.quota = limits.quota;
    this.metrics = new SourceMetrics(clock, options.called);
    this.#options = options;
    this.#breaker = sourceBreaker(connector);
    this.#breaker.on('halfOpen', () => this.#pump.pump());
    const common = { breaker: this.#breaker, metrics: this.metrics };
    this.#admission = new Admission({ ...common, limits, clock, counted: (account, at) => this.#counted(account, at) });
    const onRoom = (): void => this.#pump.pump();
    const asksOnce = connector.asksOnce ?? false;
    const { metrics } = this;
    this.#distributor = new AnswerDistributor({ config, asksOnce, clock, metrics, photos: options.photos, onRoom });
    this.#caller = new SourceCaller({
      ...common,
      source: name,
      retries: config.retries,
      admission: this.#admission,
      pace: limits.pace,
      log,
      called: (answers, fault, begun) => this.#watch.note(answers, fault, begun),
    });
    this.#pump = new QuestionPump({
      width: Math.min(config.limits.concurrency || NO_LIMIT, connector.mostAtOnce ?? NO_LIMIT),
      connector,
      admission: this.#admission,
      clock,
      admits: (inFlight, unhanded) =>
        options.hasRoom(unhanded) && this.#distributor.hasRoom && this.#watch.admits(inFlight, limits),
      isEnding: () => this.#caller.isEnding,
      call: (questions) => this.#call(questions),
    });
  }

  get state(): SourceState {
    return this.#admission.state;
  }

  /** Why it is not asked; null while it is. */
  get stop(): SourceStop | null {
    return this.#admission.stop;
  }
  set stop(stop: SourceStop | null) {
    this.#admission.stop = stop;
    this.#pump.pumpNext();
  }

  /** Who ended the waiting for its quota. */
  get endedWaiting(): EndedWaiting | null {
    return this.#admission.ended;
  }
  set endedWaiting(ended: EndedWaiting | null) {
    this.#admission.ended = ended;
    for (const former of this.#formers) former.endedWaiting = ended;
  }

  /** From when on it allows calls again, where it allows none now. */
  get resumesAt(): number | null {
    return this.#admission.resumesAt;
  }

  /** Until when what is to be asked of it waits. */
  get waitsUntil(): number | null {
    return this.#admission.waitsUntil;
  }

  get photos(): Pick<PhotoKeeper, 'again'> {
    return this.#options.photos;
  }

  get limits(): CallLimits {
    return this.#options.limits;
  }

  /** Nothing waits and nothing is in flight. */
  get isIdle(): boolean {
    return this.#pump.isIdle && this.queued === 0;
  }

  get queued(): number {
    return this.#pump.queued;
  }

  get inFlight(): number {
    return this.#pump.inFlight;
  }

  /** What went wrong last, of a call or of what the answers come from. */
  get lastError(): LastError | null {
    const { trouble } = this.connector;
    return trouble ? { ...trouble, kind: 'MAPPING', isStanding: true } : this.metrics.lastError;
  }

  get figures(): SourceFigures {
    const { cuts, perSecond } = this.#options.limits.pace;
    const { lastError } = this;
    const { hour } = this.metrics;
    const pace = { cuts, perSecond, holdMs: this.#admission.toldHoldMs };
    return { source: this.name, state: this.state, hour, lastError, pace, row: this.#watch.row };
  }

  ask(lane: JobType, questions: readonly Question[]): void {
    if (this.#heir === 'none') {
      const at = this.#options.clock.now();
      return questions.forEach((question) => refuse(question, UNBOUND_MESSAGE, at));
    }
    if (this.#heir !== null) return this.#heir.ask(lane, questions);
    const needs = (this.config.needs ?? []).join(' ');
    const { fit = [], other = [] } = Object.groupBy(questions, (one) =>
      one.needs.join(' ') === needs ? 'fit' : 'other',
    );
    this.#pump.push(lane, fit);
    for (const question of other) question.needsChanged();
  }

  /** Begins nothing more, until `goOn`; what comes meanwhile waits. */
  hold(): void {
    this.#pump.hold();
  }

  goOn(): void {
    this.#pump.goOn();
  }

  /** There is room for answers again. */
  wake(): void {
    this.#pump.pump();
  }

  /**
   * Begins nothing more: what waits, and what still comes, is its heir's to ask; without one it is answered with the
   * reason.
   */
  handOver(heir: SourceRunner | null): void {
    this.hold();
    this.#heir = heir ?? 'none';
    if (heir) {
      heir.metrics.takeOver(this.metrics);
      for (const former of [this, ...this.#formers]) heir.#formers.add(former);
      if (heir.limits !== this.limits) heir.quota.takeOver(this.quota, this.#options.clock.now());
    }
    for (const [lane, questions] of this.#pump.drain()) this.ask(lane, questions);
  }

  /** Ends once nothing is in flight any more, however long that takes. */
  async retire(): Promise<void> {
    while ((!this.#pump.isIdle || !this.#distributor.isIdle) && !this.#isClosed) await pause(RETIRE_LOOK_MS);
    for (let heir = this.#heir; heir instanceof SourceRunner; heir = heir.#heir) heir.#formers.delete(this);
    if (!this.#isClosed) await this.close(0);
  }

  /** Lets go of what nobody wants any more. */
  sweep(): void {
    this.#pump.sweep((question) => question.dropped());
  }

  /** Others that call it had to go slower, or were told to leave it alone. */
  slowDown(holdMs: number, isCut: boolean): void {
    if (isCut) this.#options.limits.pace.cut(performance.now());
    this.#admission.holdWithOthers(holdMs);
  }

  /** What the other instances met of it in a row. */
  hearRefusals(others: readonly RefusalRow[]): void {
    this.#watch.hear(others);
    this.#pump.pump();
  }

  /** The operator says that it is well again. */
  reset(): void {
    this.#admission.reset();
    this.#watch.reset();
    this.#pump.pump();
  }

  /** One call outside of any job, through the same limits but past the breaker. @throws SourceFault */
  async probe(number: AskedNumber): Promise<SourceAnswer> {
    await this.refilled();
    const until = performance.now() + PROBE_MS;
    const account = this.#admission.take();
    if (account === null) throw new SourceFault(this.#admission.quotaMessage(), { kind: 'QUOTA' });
    const isWanted = (): boolean => performance.now() < until;
    const further = (by: string): Promise<void> => this.#caller.further(by, isWanted, { waitsForQuota: false });
    const [answer] = await this.connector.ask([number], { account, isWanted, further });
    if (!answer) throw new SourceFault('sent no answer', { kind: 'MAPPING' });
    return answer;
  }

  /** Resolves when calls are at hand, or when the day has none any more. */
  async refilled(): Promise<void> {
    await this.#caller.refilled();
  }

  /** Resolves once what stopped it last by itself is kept, so that nothing that is kept later is written over. */
  async stopKept(): Promise<void> {
    await this.#keepingStop;
  }

  /** Nothing more is asked; what is in flight is let finish, no longer than `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.#caller.end();
    this.#pump.end();
    const until = performance.now() + limitMs;
    while (!this.#pump.isIdle && performance.now() < until) await pause(5);
    this.#isClosed = true;
    this.#breaker.shutdown();
    await this.#keepingStop;
    await this.connector.close();
  }

  #counted(account: string, at: number): void {
    this.#options.counted(account, at);
    this.#countForHeir(account, at);
  }

  /** What it still has under way is paid out of the same quota as what its heir asks. */
  #countForHeir(account: string, at: number): void {
    const heir = this.#heir;
    if (!(heir instanceof SourceRunner)) return;
    if (heir.limits !== this.limits) heir.quota.count(account, at);
    heir.#countForHeir(account, at);
  }

  #stop(stop: Omit<SourceStop, 'by'>): void {
    if (this.stop !== null) return;
    this.#watch.reset();
    this.#admission.stop = { ...stop, by: null };
    // Who asks in its place may have another key: what this one still meets says nothing of it.
    if (this.#heir === null) this.#keepingStop = this.#options.stopped(this.#admission.stop);
  }

  #call(questions: readonly Question[]): Promise<(() => void) | null> {
    const call = new OpenCall(questions);
    const answered = (answers: ReadonlyMap<string, SourceAnswer>, account: string): void => {
      if (!this.#isClosed) this.#distributor.distributeEarly(call, answers, account);
    };
    return this.#caller.call(call, answered).then((result) => {
      // Photos that are fetched are room that the next call may lack.
      if (!result.answers.some(({ fields }) => fields?.photos)) return () => this.#hand(call, result);
      this.#hand(call, result);
      return null;
    });
  }

  #hand(call: OpenCall, result: CallResult): void {
    const { waitsUntil = null, lostCost = 0, fault } = result;
    const isLetGo = fault?.retry && (this.#caller.isEnding || !call.isWanted());
    if (!this.#isClosed && waitsUntil === null && !isLetGo) return this.#distributor.distribute(call, result);
    const open = call.questions.filter((question) => call.isOpen(question));
    if (this.#isClosed) return open.forEach((question) => question.done(null));
    this.#distributor.countLost(call, lostCost);
    if (waitsUntil !== null) return open.forEach((question) => letWait(question, waitsUntil));
    // What fails because we hang up ourselves is no answer: it is asked again after the next start, or by the next run.
    open.forEach((question) => question.done(null));
  }
}
