import type { AnswerStatus } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import type { SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import { sharedBy } from '../connectors/http/answer-bounds.ts';
import { costOfAnswer } from '../domain/answer-cost.ts';
import type { OpenCall } from './open-call.ts';
import type { PhotoKeeper } from './photo-keeper.ts';
import type { Outcome, Question } from './question.ts';
import type { CallResult } from './source-caller.ts';
import type { SourceMetrics } from './source-metrics.ts';

/**
 * Answers whose pictures are fetched at the same time, beyond which nobody asks for more: they are paid for, and would
 * be lost with this process.
 */
const MOST_FETCHING = 64;

const NONE: ReadonlyMap<string, number> = new Map();

export interface DistributorOptions {
  config: AskedSource;
  /** Whether a number that several questions of a call are about is asked for, and paid, once. */
  asksOnce: boolean;
  clock: Clock;
  metrics: SourceMetrics;
  /** Puts pictures into an answer that has photos. */
  photos: Pick<PhotoKeeper, 'replace'>;
  /** Hears that there is room again. */
  onRoom(): void;
}

/** Gives each question what came of its call. */
export class AnswerDistributor {
  readonly #options: DistributorOptions;
  /** Answers whose pictures are being fetched. */
  #fetching = 0;

  constructor(options: DistributorOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#fetching === 0;
  }

  /** Whether one more answer may be asked for. */
  get hasRoom(): boolean {
    return this.#fetching < MOST_FETCHING;
  }

  /** Gives each question that is open its answer, or all of them the fault, with its part of what the call cost. */
  distribute(call: OpenCall, { fault, answers, account, lostCost = 0 }: CallResult): void {
    const { questions } = call;
    const { config, metrics } = this.#options;
    const open = questions.filter((one) => call.isOpen(one));
    if (fault) metrics.noteError(fault.message, fault.kind);
    if (open.length === 0) return this.countLost(call, lostCost);
    const lost = lostCost / open.length;
    if (fault) return this.#fail(open, fault, { account, cost: lost });
    const sharers = this.#sharersByNumber(call);
    questions.forEach((question, index) => {
      if (!call.isOpen(question)) return;
      const ofNumber = sharers.get(call.numbers[index]?.e164 ?? '') ?? 1;
      const answer = answers[index] ?? { status: 'FAILED' as AnswerStatus, message: 'sent no answer', fields: null };
      this.#answer(question, answer, {
        account,
        cost: costOfAnswer(answer, config, { ofCall: open.length, ofNumber }) + lost,
      });
    });
  }

  /** Gives the answers that came, by number, to their questions, which are over with that; the call goes on for others. */
  distributeEarly(call: OpenCall, answers: ReadonlyMap<string, SourceAnswer>, account: string): void {
    const sharers = this.#sharersByNumber(call);
    const early = call.questions.flatMap((question, index) => {
      const e164 = call.numbers[index]?.e164 ?? '';
      const answer = call.isOpen(question) ? answers.get(e164) : undefined;
      return answer ? [{ question, answer, ofNumber: sharers.get(e164) ?? 1 }] : [];
    });
    for (const { question, answer, ofNumber } of early) {
      call.close(question);
      const cost = costOfAnswer(answer, this.#options.config, { ofCall: early.length, ofNumber });
      this.#answer(question, answer, { account, cost });
    }
  }

  /** How many open questions share the price of each number; empty where each question is paid for by itself. */
  #sharersByNumber(call: OpenCall): ReadonlyMap<string, number> {
    return this.#options.asksOnce ? call.openByNumber() : NONE;
  }

  /** Counts what tries of a call cost of which no question gets an answer, in equal parts. */
  countLost({ questions }: OpenCall, cost: number): void {
    if (cost === 0) return;
    const { metrics, clock } = this.#options;
    metrics.noteLostCost(cost);
    const at = clock.now();
    for (const question of questions) question.paid(cost / questions.length, at);
  }

  #fail(open: readonly Question[], fault: SourceFault, paid: Pick<Outcome, 'account' | 'cost'>): void {
    sharedBy(open.length, fault.answer).forEach((answer, place) => {
      const question = open[place];
      if (question) this.#finish(question, answer, paid);
    });
  }

  #answer(question: Question, answer: SourceAnswer, paid: Pick<Outcome, 'account' | 'cost'>): void {
    if (!answer.fields?.photos) return this.#finish(question, answer, paid);
    this.#fetching++;
    void this.#options.photos
      .replace(answer, paid.account)
      .then((whole) => this.#finish(question, whole, paid))
      .finally(() => this.#fetched());
  }

  #fetched(): void {
    const { hasRoom } = this;
    this.#fetching--;
    if (!hasRoom && this.hasRoom) this.#options.onRoom();
  }

  #finish(question: Question, answer: SourceAnswer, { account, cost }: Pick<Outcome, 'account' | 'cost'>): void {
    const at = this.#options.clock.now();
    if (account !== null) this.#options.metrics.noteAnswer(answer.status, at, cost);
    question.done({ ...answer, cost, asked: account !== null, at, account });
  }
}
