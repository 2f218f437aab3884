import type { AnswerStatus } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import type { SourceAnswer } from '../connectors/connector.port.ts';
import { sharedBy } from '../connectors/http/answer-bounds.ts';
import { costOfAnswer } from '../domain/answer-cost.ts';
import type { OpenCall } from './open-call.ts';
import type { PhotoKeeper } from './photo-keeper.ts';
import type { Outcome, Question } from './question.ts';
import type { CallResult } from './source-caller.ts';
import type { SourceMetrics } from './source-metrics.ts';

export interface HanderOptions {
  config: AskedSource;
  clock: Clock;
  metrics: SourceMetrics;
  /** Puts pictures into an answer that has photos. */
  photos: Pick<PhotoKeeper, 'replace'>;
}

/** Gives each question what came of its call. */
export class AnswerHander {
  readonly #options: HanderOptions;
  /** Answers whose pictures are being fetched. */
  #handing = 0;

  constructor(options: HanderOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#handing === 0;
  }

  /** Gives each question its answer, or all of them the fault. */
  hand(call: OpenCall, { fault, answers, account }: CallResult): void {
    const { questions } = call;
    const { config, metrics, photos } = this.#options;
    if (fault) {
      metrics.noteError(fault.message, fault.kind);
      const raw = fault.raw === undefined ? {} : { raw: fault.raw };
      const open = questions.filter((one) => call.isOpen(one));
      const failed = sharedBy(open.length, { status: 'FAILED', message: fault.message, fields: null, ...raw });
      failed.forEach((answer, place) => {
        const question = open[place];
        if (question) this.#finish(question, answer, { account, cost: 0 });
      });
      return;
    }
    questions.forEach((question, index) => {
      if (!call.isOpen(question)) return;
      const answer = answers[index] ?? { status: 'FAILED' as AnswerStatus, message: 'sent no answer', fields: null };
      const paid = { account, cost: costOfAnswer(answer, config, questions.length) };
      if (!answer.fields?.photos) return this.#finish(question, answer, paid);
      this.#handing++;
      return void photos
        .replace(answer, account)
        .then((whole) => this.#finish(question, whole, paid))
        .finally(() => this.#handing--);
    });
  }

  #finish(question: Question, answer: SourceAnswer, { account, cost }: Pick<Outcome, 'account' | 'cost'>): void {
    const at = this.#options.clock.now();
    if (account !== null) this.#options.metrics.noteAnswer(answer.status, at, cost);
    question.done({ ...answer, cost, asked: account !== null, at, account });
  }
}
