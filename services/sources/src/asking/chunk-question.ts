import { NO_COUNTRY } from '@numscope/contracts';
import { newId } from '@numscope/platform';
import { askedNumber } from '../domain/asked-number.ts';
import type { Part } from '../domain/results/resolve-phone.ts';
import type { AskedNumber } from '../domain/template.ts';
import { type Case, type ChunkWork, partOf, spares } from './chunk-work.ts';
import type { Outcome, Question } from './question.ts';
import type { SourceRunner } from './source-runner.ts';

/**
 * One number of a request, to be asked of one source. Thousands wait to be asked: each holds only what it is made of with
 * its turn.
 */
export class ChunkQuestion implements Question {
  readonly #work: ChunkWork;
  readonly #target: Case;
  readonly #runner: SourceRunner;
  readonly #found: AskedNumber['found'];

  /** @param found of what the source needs, where it needs anything */
  constructor(work: ChunkWork, target: Case, runner: SourceRunner, found?: AskedNumber['found']) {
    this.#work = work;
    this.#target = target;
    this.#runner = runner;
    this.#found = found;
  }

  number(): AskedNumber {
    const number = askedNumber(this.#target.phone, this.#target.numbering);
    return this.#found ? { ...number, found: this.#found } : number;
  }

  get needs(): readonly string[] {
    return this.#runner.config.needs ?? [];
  }

  /** As it is bound now: it is asked when all others have answered, or says that nobody found what it needs. */
  needsChanged(): void {
    this.#target.waiting.push(this.#runner);
    this.#work.settle(this.#target);
  }

  dropped(): boolean {
    const { phone } = this.#target;
    return this.#work.isDropped(phone) || this.#work.context.doNotLookUp.has(phone);
  }

  async isAnswered(): Promise<boolean> {
    const { name, config } = this.#runner;
    const [answer] = (await this.#work.known([this.#target.phone], [this.#runner])).values();
    if (!answer || !spares(answer, name, this.#work.event.data)) return false;
    this.#target.parts.push(partOf(answer, config.trust));
    this.#work.settle(this.#target);
    return true;
  }

  paid(cost: number, at: number): void {
    this.#work.context.committer.add({ source: this.#runner.name, country: this.#country, at, cost });
  }

  done(outcome: Outcome | null): void {
    const target = this.#target;
    const { phone } = target;
    // Of what was erased meanwhile no answer is kept, which would end it.
    if (outcome?.submission !== undefined && this.#work.isErased(phone)) this.#end(outcome.submission);
    if (outcome === null || this.#work.isErased(phone)) {
      if (outcome !== null && outcome.cost > 0) this.paid(outcome.cost, outcome.at);
      if (this.#work.isDropped(phone)) target.isDropped = true;
      else target.isListed = true;
    } else target.parts.push(this.#keep(outcome));
    this.#work.settle(target);
  }

  wait(until: number): void {
    this.#target.waits.push({ source: this.#runner.name, resumesAt: until });
    this.#work.settle(this.#target);
  }

  get #country(): string {
    return this.#target.numbering?.country ?? NO_COUNTRY;
  }

  #end(submission: string): void {
    this.#work.context.committer.add({ id: submission, source: this.#runner.name, phone: this.#target.phone });
  }

  /** Keeps what was really answered for good, and makes it a part of the result. */
  #keep(outcome: Outcome): Part {
    const { status, at, observedAt = null, message, account, fields, raw, cost, submission, duePhotos } = outcome;
    const { name: source, config } = this.#runner;
    const { trust } = config;
    if (!outcome.asked) return { source, status, at, cached: false, message, observation: null };
    const { committer } = this.#work.context;
    const { phone } = this.#target;
    const { job, run } = this.#work.event.data;
    const id = newId();
    committer.add({
      id,
      phone,
      source,
      account,
      at,
      observedAt,
      status,
      message: message ?? null,
      fields: fields === null ? null : JSON.stringify(fields),
      raw: raw ?? null,
      job: job.number,
      pass: job.pass,
      run,
      country: this.#country,
      cost,
    });
    if (submission !== undefined) this.#end(submission);
    if (duePhotos) {
      const { references, total, lost, pauseMs } = duePhotos;
      const answer = { id, phone, source, account, job, run, answeredAt: at };
      const due = { ...answer, references, total, lost, tries: 0, dueAt: at + pauseMs };
      committer.add({ over: null, answer: null, due });
    }
    const told = observedAt === null ? {} : { observedAt };
    const observation = { id, phone, account, fields, trust, source, status, at, cached: false, message, ...told };
    return { source, status, at, cached: false, message, observation };
  }
}
