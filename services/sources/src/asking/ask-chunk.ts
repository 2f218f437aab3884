import { NO_COUNTRY, type PhoneResolved, type SourceWait } from '@numscope/contracts';
import { yieldEvery, type IncomingEvent, stableId } from '@numscope/platform';
import { listedPhone, type Part, resolutionKey, resolvePhone, unmetPart } from '../domain/results/resolve-phone.ts';
import { ChunkQuestion } from './chunk-question.ts';
import { type Case, ChunkWork, partOf, spares } from './chunk-work.ts';
import type { AskingContext } from './context.ts';
import { neededValues } from './needed-values.ts';
import { resolvedEvent } from './resolved-event.ts';
import type { SourceRunner } from './source-runner.ts';

/** Asks all sources about the numbers of one request, and resolves when every answer and every result is durable. */
export class Chunk {
  readonly #context: AskingContext;
  readonly #event: IncomingEvent<'phone.requested'>;
  readonly #work: ChunkWork;
  /** Kept answers that were used again, by source and country. */
  readonly #reused = new Map<string, { source: string; country: string; fresh: number }>();
  readonly #finished = Promise.withResolvers<void>();
  #open: number;

  constructor(context: AskingContext, event: IncomingEvent<'phone.requested'>, signal: AbortSignal) {
    this.#context = context;
    this.#event = event;
    this.#work = new ChunkWork(context, event, signal, (target) => this.#settle(target));
    this.#open = event.data.phones.length;
  }

  async run(): Promise<void> {
    await this.#ask();
    await this.#finished.promise;
    this.#countReused();
    await this.#context.committer.written();
  }

  /** Apart from waiting for the answers: what it goes through is not held until then. */
  async #ask(): Promise<void> {
    const { runners, plan, doNotLookUp } = this.#context;
    const { phones, only, lane } = this.#event.data;
    const [known, numberings] = await Promise.all([this.#work.known(phones, runners.values()), plan.describe(phones)]);
    const questions = new Map<SourceRunner, ChunkQuestion[]>();
    const pace = yieldEvery();
    for (const [index, phone] of phones.entries()) {
      await pace();
      const target: Case = {
        phone,
        numbering: numberings[index] ?? null,
        parts: [],
        left: 1,
        waiting: [],
        waits: [],
        isListed: doNotLookUp.has(phone),
        isDropped: false,
      };
      for (const runner of target.isListed || this.#work.isErased(phone) ? [] : runners.values()) {
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
          list.push(new ChunkQuestion(this.#work, target, runner));
          questions.set(runner, list);
        }
      }
      this.#settle(target);
    }
    for (const [runner, list] of questions) runner.ask(lane, list);
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
      runner.ask(this.#event.data.lane, [new ChunkQuestion(this.#work, target, runner, found ?? undefined)]);
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

  #settle(target: Case): void {
    target.left--;
    if (target.left > 0 || this.#askWaiting(target)) return;
    if (!target.isDropped && !this.#work.isErased(target.phone)) this.#publish(target);
    this.#open--;
    if (this.#open === 0) this.#finished.resolve();
  }

  /** Once all of the request is done; one that is broken off comes again, and counts then. */
  #countReused(): void {
    if (this.#work.isBrokenOff || this.#reused.size === 0) return;
    this.#context.committer.add({
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
    const { planSource } = this.#context;
    const planParts = planSource ? [planSource.part(phone, numbering)] : [];
    // Its parts that wait come with its end, and count then.
    if (waits.length === 0) {
      this.#noteReused(target);
      for (const { status } of planParts) planSource?.noteAnswers(status, 1);
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
    this.#context.committer.add(event);
  }
}
