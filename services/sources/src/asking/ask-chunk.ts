import { type EventData, NO_COUNTRY, type Numbering, type PhoneResolved, type SourceWait } from '@numscope/contracts';
import { yieldEvery, type IncomingEvent, newId, stableId } from '@numscope/platform';
import { askedNumber } from '../domain/asked-number.ts';
import { listedPhone, type Part, resolutionKey, resolvePhone, unmetPart } from '../domain/results/resolve-phone.ts';
import type { AskedNumber } from '../domain/template.ts';
import type { KnownAnswer } from '../store/source-store.port.ts';
import { type AskingContext, freshSince } from './context.ts';
import { neededValues } from './needed-values.ts';
import type { Outcome, Question } from './question.ts';
import { resolvedEvent } from './resolved-event.ts';
import type { SourceRunner } from './source-runner.ts';

type Request = EventData<'phone.requested'>;

/** One number on its way through its sources. */
interface Case {
  phone: string;
  numbering: Numbering | null;
  parts: Part[];
  /** Sources over their quota, and from when on they allow calls again. */
  waits: SourceWait[];
  left: number;
  /** Sources that need what others find; asked when those have answered. */
  waiting: SourceRunner[];
  /** It is on the do-not-look-up list. */
  isListed: boolean;
  /** A part was let go: the number is not resolved now. */
  isDropped: boolean;
}

/** Whether an answer spares a call: one that counts in this pass unless it failed and is asked again, or fresh enough. */
function spares({ observation, samePass, sameRun }: KnownAnswer, source: string, { only }: Request): boolean {
  if (!samePass || observation.status !== 'FAILED') return true;
  return only === null ? sameRun : !only.includes(source);
}

function partOf(known: KnownAnswer, trust: number): Part {
  const { observation, samePass } = known;
  const { source, status, at, message } = observation;
  return { source, status, at, cached: !samePass, message, observation: { ...observation, cached: !samePass, trust } };
}

/** Asks all sources about the numbers of one request, and resolves when every answer and every result is durable. */
export class Chunk {
  readonly #context: AskingContext;
  readonly #event: IncomingEvent<'phone.requested'>;
  readonly #signal: AbortSignal;
  /** Kept answers that were used again, by source and country. */
  readonly #reused = new Map<string, { source: string; country: string; fresh: number }>();
  #open: number;
  #finish: () => void = () => undefined;

  constructor(context: AskingContext, event: IncomingEvent<'phone.requested'>, signal: AbortSignal) {
    this.#context = context;
    this.#event = event;
    this.#signal = signal;
    this.#open = event.data.phones.length;
  }

  async run(): Promise<void> {
    const { runners, plan, committer, doNotLookUp } = this.#context;
    const { phones, only } = this.#event.data;
    const [known, numberings] = await Promise.all([this.#known(phones, runners.values()), plan.describe(phones)]);
    const finished = new Promise<void>((resolve) => (this.#finish = resolve));
    const questions = new Map<SourceRunner, Question[]>();
    const pace = yieldEvery();
    for (const [index, phone] of phones.entries()) {
      await pace();
      const numbering = numberings[index] ?? null;
      const target: Case = {
        phone,
        numbering,
        parts: [],
        left: 1,
        waiting: [],
        waits: [],
        isListed: false,
        isDropped: false,
      };
      target.isListed = doNotLookUp.has(phone);
      for (const runner of target.isListed || this.#isErased(phone) ? [] : runners.values()) {
        const answer = known.get(`${phone} ${runner.name}`);
        if (answer && spares(answer, runner.name, this.#event.data))
          target.parts.push(partOf(answer, runner.config.trust));
        else if (only === null || only.includes(runner.name)) {
          if (runner.config.needs?.length) {
            target.waiting.push(runner);
            continue;
          }
          target.left++;
          const list = questions.get(runner) ?? [];
          list.push(this.#question(target, runner));
          questions.set(runner, list);
        }
      }
      this.#settle(target);
    }
    for (const [runner, list] of questions) runner.ask(this.#event.data.lane, list);
    await finished;
    this.#countReused();
    await committer.written();
  }

  async #known(phones: string[], runners: Iterable<SourceRunner>): Promise<Map<string, KnownAnswer>> {
    const { store, kit } = this.#context;
    const { job, run, reuseFresh, answeredIn: merged = [] } = this.#event.data;
    const now = kit.clock.now();
    const sources = [...runners].map(({ name, config }) => ({
      source: name,
      freshSince: reuseFresh ? freshSince(config, now) : null,
    }));
    const answers = await store.known({ phones, job: job.number, pass: job.pass, run, merged, sources });
    return new Map(answers.map((answer) => [`${answer.observation.phone} ${answer.observation.source}`, answer]));
  }

  #planParts(phone: string, numbering: Numbering | null): Part[] {
    const { planSource } = this.#context;
    return planSource ? [planSource.part(phone, numbering)] : [];
  }

  /** Asks the sources whose needs the others have met by now, of one number; whether there are any. */
  #askWaiting(target: Case): boolean {
    const { parts } = target;
    if (target.waiting.length === 0 || target.isDropped || target.isListed) return false;
    const waiting = target.waiting.map((runner) => this.#asBound(runner));
    const needing = waiting.map((runner) => ({ runner, found: neededValues(runner.config.needs ?? [], parts) }));
    const ready = needing.filter(({ found }) => found !== null);
    target.waiting = needing.filter(({ found }) => found === null).map(({ runner }) => runner);
    target.left = ready.length;
    for (const { runner, found } of ready)
      runner.ask(this.#event.data.lane, [this.#question(target, runner, found ?? undefined)]);
    return ready.length > 0;
  }

  /** Who asks in its place, if the sources file has changed since. */
  #asBound(runner: SourceRunner): SourceRunner {
    return this.#context.runners.get(runner.name) ?? runner;
  }

  /** Of the sources that could not be asked, because nobody found what they need. */
  #unmetParts({ waiting, parts }: Case): Part[] {
    const at = this.#context.kit.clock.now();
    return waiting.map(({ name, config }) => unmetPart(name, config.needs ?? [], parts, at));
  }

  /** What is waited for: also by those who need what is found only then. */
  #waitsOf({ waiting, waits }: Case): SourceWait[] {
    if (waits.length === 0) return waits;
    const resumesAt = Math.max(...waits.map((wait) => wait.resumesAt));
    return [...waits, ...waiting.map(({ name }) => ({ source: name, resumesAt }))];
  }

  #question(target: Case, runner: SourceRunner, found?: AskedNumber['found']): Question {
    const { name, config } = runner;
    const country = target.numbering?.country ?? NO_COUNTRY;
    const paid = (cost: number, at: number): void =>
      this.#context.committer.countLost({ source: name, country, at, cost });
    return {
      // Thousands wait to be asked: what each is made of comes with its turn.
      number: () => ({ ...askedNumber(target.phone, target.numbering), ...(found ? { found } : {}) }),
      needs: config.needs ?? [],
      needsChanged: () => {
        // As it is bound now: it is asked when all others have answered, or says that nobody found what it needs.
        target.waiting.push(runner);
        this.#settle(target);
      },
      dropped: () => this.#isDropped(target.phone) || this.#context.doNotLookUp.has(target.phone),
      isAnswered: async () => {
        const [answer] = (await this.#known([target.phone], [runner])).values();
        if (!answer || !spares(answer, name, this.#event.data)) return false;
        target.parts.push(partOf(answer, config.trust));
        this.#settle(target);
        return true;
      },
      paid,
      done: (outcome) => {
        // Of what was erased meanwhile no answer is kept, which would end it.
        if (outcome?.submission !== undefined && this.#isErased(target.phone))
          this.#context.committer.end({ id: outcome.submission, source: name, phone: target.phone });
        if (outcome === null || this.#isErased(target.phone)) {
          if (outcome !== null && outcome.cost > 0) paid(outcome.cost, outcome.at);
          if (this.#isDropped(target.phone)) target.isDropped = true;
          else target.isListed = true;
        } else target.parts.push(this.#keep(target, name, config.trust, outcome));
        this.#settle(target);
      },
      wait: (until) => {
        target.waits.push({ source: name, resumesAt: until });
        this.#settle(target);
      },
    };
  }

  /** Nobody wants the answers any more. */
  #isDropped(phone: string): boolean {
    const { job, run } = this.#event.data;
    return this.#signal.aborted || this.#context.jobs.isDropped(job.id, run) || this.#isErased(phone);
  }

  /** It was erased since it was asked for. */
  #isErased(phone: string): boolean {
    return this.#context.doNotLookUp.erased.isErased(phone, this.#event.at);
  }

  /** Keeps what was really answered for good, and makes it a part of the result. */
  #keep({ phone, numbering }: Case, source: string, trust: number, outcome: Outcome): Part {
    const {
      status,
      at,
      observedAt = null,
      message,
      account,
      fields,
      raw,
      cost,
      submission,
      asked,
      duePhotos,
    } = outcome;
    const common = { source, status, at, cached: false, message };
    if (!asked) return { ...common, observation: null };
    const { job, run } = this.#event.data;
    const id = newId();
    this.#context.committer.keep({
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
      country: numbering?.country ?? NO_COUNTRY,
      cost,
    });
    if (submission !== undefined) this.#context.committer.end({ id: submission, source, phone });
    if (duePhotos) {
      const { references, total, lost, pauseMs } = duePhotos;
      const answer = { id, phone, source, account, job, run, answeredAt: at };
      const due = { ...answer, references, total, lost, tries: 0, dueAt: at + pauseMs };
      this.#context.committer.stepPhotos({ over: null, answer: null, due });
    }
    const told = observedAt === null ? {} : { observedAt };
    return { ...common, observation: { id, phone, account, fields, trust, ...common, ...told } };
  }

  #settle(target: Case): void {
    target.left--;
    if (target.left > 0 || this.#askWaiting(target)) return;
    if (!target.isDropped && !this.#isErased(target.phone)) this.#publish(target);
    this.#open--;
    if (this.#open === 0) this.#finish();
  }

  /** Once all of the request is done; one that is broken off comes again, and counts then. */
  #countReused(): void {
    if (this.#signal.aborted || this.#reused.size === 0) return;
    this.#context.committer.countReused({
      request: this.#event.id,
      at: this.#context.kit.clock.now(),
      counts: [...this.#reused.values()],
    });
  }

  #noteReused({ numbering, parts }: Case): void {
    const country = numbering?.country ?? NO_COUNTRY;
    for (const { source, cached } of parts) {
      if (!cached) continue;
      const key = `${source} ${country}`;
      const count = this.#reused.get(key) ?? { source, country, fresh: 0 };
      count.fresh++;
      this.#reused.set(key, count);
    }
  }

  #publish(target: Case): void {
    const { phone, numbering, isListed } = target;
    if (isListed) return this.#publishResult(phone, listedPhone(phone, this.#event.data.job), false);
    const waits = this.#waitsOf(target);
    const planParts = this.#planParts(phone, numbering);
    // Its parts that wait come with its end, and count then.
    if (waits.length === 0) {
      this.#noteReused(target);
      for (const { status } of planParts) this.#context.planSource?.noteAnswers(status, 1);
    }
    const parts = [...planParts, ...target.parts, ...(waits.length > 0 ? [] : this.#unmetParts(target))];
    this.#publishResult(phone, resolvePhone(phone, this.#event.data.job, parts, waits), waits.length > 0);
  }

  #publishResult(phone: string, result: PhoneResolved, isWaiting: boolean): void {
    const { id: eventId, trace, data } = this.#event;
    const key = resolutionKey(data.job, data.run, phone, data.only === null ? null : eventId);
    const event = resolvedEvent(phone, result, {
      id: stableId(isWaiting ? `${key}/waiting` : key),
      at: this.#context.kit.clock.now(),
      trace: trace ?? eventId,
    });
    this.#context.committer.publish(event);
  }
}
