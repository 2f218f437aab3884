import { setTimeout as pause } from 'node:timers/promises';
import { newId, reasonOf } from '@numscope/platform';
import type { AskedNumber, Values } from '../../domain/template.ts';
import { type AskOptions, type SourceAnswer, SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, tooMuch } from './answer-bounds.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';
import type { HttpSource } from './http-source.ts';
import { isLostPoll } from './lost-poll.ts';
import { checkPage, type Page, saysNothing } from './page.ts';
import type { Submission, Submissions } from './submissions.port.ts';

/** How often it is looked whether anybody still waits. */
const LOOK_MS = 500;

/** What finished pages say of each number, and how many bytes they have. */
export interface PagedAnswers {
  answers: SourceAnswer[];
  bytes: number;
}

/** How one call to the provider is made and read; the same for polls and for plain calls. */
export interface PollSteps {
  /** Hands the numbers in. */
  submit(numbers: readonly AskedNumber[]): Promise<Page>;
  /** Asks how far it is. */
  ask(account: string, numbers: readonly AskedNumber[], values: Values): Promise<Page>;
  /** The answers in a page that is done, with those after it. */
  answers(page: Page, numbers: readonly AskedNumber[], account: string): Promise<PagedAnswers>;
  /** What the page says that it cost; null: nothing. */
  cost(page: Page): number | null;
  /** For the placeholders of `poll.url`. @throws SourceFault when the page lacks one */
  values(page: Page): Values;
}

export interface PollingParts {
  source: string;
  poll: NonNullable<HttpSource['poll']>;
  expressions: AnswerExpressions;
  submissions: Submissions;
  now(): number;
  /** Ends waiting. */
  ending: AbortSignal;
}

/**
 * Hands numbers in once and asks until the provider is done. A number is claimed before it is handed in, so that no two
 * instances do it; what was handed in is kept for good before it is asked for, so that whoever asks for the same numbers
 * again (after a restart, on another machine) asks on. What others who live take care of is waited for.
 */
export async function askByPolling(
  parts: PollingParts,
  steps: PollSteps,
  numbers: readonly AskedNumber[],
  options: AskOptions,
): Promise<SourceAnswer[]> {
  const answers = await new PolledCall(parts, steps, options).answersTo(numbers);
  return numbers.map(({ e164 }) => answers.get(e164) ?? { status: 'NOT_FOUND', fields: null });
}

const TOO_MUCH_AT_ONCE: SourceAnswer = {
  status: 'FAILED',
  fields: null,
  message: `${tooMuch().message} in one call: ask again, or for fewer numbers at once (batchSize)`,
  kind: 'MAPPING',
};

type Held = Parameters<Submissions['letGo']>[0];

class PolledCall {
  readonly #parts: PollingParts;
  readonly #steps: PollSteps;
  readonly #options: AskOptions;
  readonly #answers = new Map<string, SourceAnswer>();
  readonly #held: Held[] = [];
  readonly #faults: unknown[] = [];
  /** What was handed in and is done, but of which no more could be taken in this call. */
  readonly #putOff: Held[] = [];
  /** Of all answers that were taken. */
  #bytes = 0;
  #hasCalled = false;

  constructor(parts: PollingParts, steps: PollSteps, options: AskOptions) {
    this.#parts = parts;
    this.#steps = steps;
    this.#options = options;
  }

  /** By number. @throws SourceFault the first that was met, when all that was begun is over */
  async answersTo(numbers: readonly AskedNumber[]): Promise<ReadonlyMap<string, SourceAnswer>> {
    const { source, poll, submissions, now, ending } = this.#parts;
    const left = new Map(numbers.map((number) => [number.e164, number]));
    const take = (phones: readonly string[]): AskedNumber[] =>
      phones.flatMap((phone) => {
        const number = left.get(phone);
        return number && left.delete(phone) ? number : [];
      });
    const works: Array<Promise<unknown>> = [];
    const begin = (work: Promise<void>): void =>
      void works.push(work.catch((error: unknown) => this.#faults.push(error)));
    while (left.size > 0 && this.#faults.length === 0) {
      const id = newId();
      const at = now();
      const wanted = { id, source, phones: [...left.keys()], at, since: at - poll.atMostMs };
      const claimed = await this.#stored(() => submissions.claimNumbers(wanted)).catch((error: unknown) => {
        this.#faults.push(error);
      });
      if (!claimed) break;
      this.#held.push({ id, source, phones: claimed.phones }, ...claimed.submissions);
      for (const submission of claimed.submissions) begin(this.#follow(submission, take(submission.phones), false));
      if (claimed.phones.length > 0) begin(this.#handIn(id, take(claimed.phones)));
      if (left.size === 0) break;
      await rest(LOOK_MS, this.#isOver, ending);
      if (this.#isOver()) this.#faults.push(new SourceFault('nobody waits for its answer any more', { retry: true }));
    }
    await Promise.all(works);
    // Else it ends when the answer is kept.
    const isKept = this.#faults.length === 0 && this.#options.unanswered;
    for (const held of isKept ? this.#putOff : this.#held) await this.#letGo(held);
    if (this.#faults.length > 0) throw this.#faults[0];
    if (!this.#hasCalled) this.#options.spared?.();
    return this.#answers;
  }

  readonly #isOver = (): boolean => this.#parts.ending.aborted || this.#options.isWanted?.() === false;

  async #handIn(id: string, numbers: readonly AskedNumber[]): Promise<void> {
    const { source, submissions, now, expressions } = this.#parts;
    const { account, unanswered } = this.#options;
    const phonesOf = (list: readonly AskedNumber[]): string[] => list.map(({ e164 }) => e164);
    // Who had claimed one before us may have kept its answer: from the claim on nobody else can.
    const left = unanswered ? await this.#stored(() => unanswered(numbers)) : numbers;
    await this.#letGo({ id, source, phones: phonesOf(numbers.filter((number) => !left.includes(number))) });
    if (left.length === 0) return;
    this.#hasCalled = true;
    const page = await this.#steps.submit(left);
    // What `notFound` and `until` are told over is the finished answer, which this one is not.
    if (isFinal(page, expressions, false))
      return this.#note(id, left, await this.#steps.answers(page, left, account), false);
    const submission = {
      id,
      source,
      phones: phonesOf(left),
      size: left.length,
      account,
      at: now(),
      values: this.#steps.values(page),
      cost: this.#steps.cost(page),
    };
    await this.#stored(() => submissions.keepSubmission(submission), true);
    await this.#follow(submission, left, true);
  }

  async #follow(submission: Submission, numbers: readonly AskedNumber[], isNew: boolean): Promise<void> {
    this.#hasCalled = true;
    const found = await answersOf(this.#parts, this.#steps, submission, numbers, this.#isOver, isNew);
    this.#note(submission.id, numbers, found, true);
  }

  /**
   * Takes answers as far as there is room for them: each alone fits, but not all that were handed in one by one. What was
   * `handedIn` stays with the provider where there is none: asked again, these numbers are not paid once more.
   */
  #note(
    submission: string,
    numbers: readonly AskedNumber[],
    { answers, bytes }: PagedAnswers,
    handedIn: boolean,
  ): void {
    const hasRoom = this.#bytes + bytes <= ANSWER_BYTES;
    if (hasRoom) this.#bytes += bytes;
    else if (handedIn)
      this.#putOff.push({ id: submission, source: this.#parts.source, phones: numbers.map(({ e164 }) => e164) });
    numbers.forEach(({ e164 }, index) => {
      const answer = answers[index];
      if (!answer) return;
      const { cost } = answer;
      if (hasRoom) this.#answers.set(e164, { ...answer, submission });
      else if (handedIn) this.#answers.set(e164, TOO_MUCH_AT_ONCE);
      else this.#answers.set(e164, { ...TOO_MUCH_AT_ONCE, submission, ...(cost === undefined ? {} : { cost }) });
    });
  }

  async #letGo(held: Held): Promise<void> {
    if (held.phones.length > 0) await this.#stored(() => this.#parts.submissions.letGo(held), true);
  }

  /**
   * A store that is away for a moment is tried again: what was handed in would be paid twice, and what is not let go of
   * would be waited for.
   */
  async #stored<T>(use: () => Promise<T>, always = false): Promise<T> {
    const { ending } = this.#parts;
    for (;;)
      try {
        return await use();
      } catch (error) {
        if (ending.aborted || (!always && this.#isOver()))
          throw new SourceFault(`cannot be asked: ${reasonOf(error)}`, { retry: true });
        await rest(LOOK_MS, () => false, ending);
      }
  }
}

/** Whether there is nothing more to wait for: `done`, or it says at once that it failed or that there is nothing. */
function isFinal(page: Page, expressions: AnswerExpressions, done: boolean): boolean {
  if (saysNothing(page, expressions)) return true;
  checkPage(page, expressions);
  return done || isTrue(expressions.failed?.(page.envelope));
}

/** Waits, but not much longer than anybody waits for it. */
async function rest(ms: number, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && !isOver(); left = until - performance.now())
    await pause(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => undefined);
}

/** One poll; null: not yet. */
async function pollOnce(
  { expressions }: PollingParts,
  steps: PollSteps,
  submission: Submission,
  numbers: readonly AskedNumber[],
): Promise<PagedAnswers | null> {
  const page = await steps.ask(submission.account, numbers, submission.values);
  if (!isFinal(page, expressions, isTrue(expressions.until?.(page.envelope)))) return null;
  const { answers, bytes } = await steps.answers(page, numbers, submission.account);
  const told = steps.cost(page) === null ? submission.cost : null;
  if (told === null) return { answers, bytes };
  return { answers: answers.map((answer) => ({ ...answer, cost: told / submission.size })), bytes };
}

async function answersOf(
  parts: PollingParts,
  steps: PollSteps,
  submission: Submission,
  numbers: readonly AskedNumber[],
  isOver: () => boolean,
  isNew: boolean,
): Promise<PagedAnswers> {
  const { poll, now, ending } = parts;
  for (let waits = isNew; ; waits = true) {
    if (waits) await rest(poll.everyMs, isOver, ending);
    if (isOver()) throw new SourceFault('took the number, but nobody waits for its answer any more', { retry: true });
    let lost: SourceFault | null = null;
    try {
      const found = await pollOnce(parts, steps, submission, numbers);
      if (found) return found;
    } catch (error) {
      if (!isLostPoll(error)) throw error;
      lost = error;
    }
    if (now() - submission.at >= poll.atMostMs) throw notInTime(poll.atMostMs, lost);
  }
}

/** Not to be tried again at once: it would be handed in and paid once more. */
const notInTime = (atMostMs: number, lost: SourceFault | null): SourceFault =>
  new SourceFault(
    `took the number, but was not done within ${atMostMs} ms${lost ? `: ${lost.message}` : ''}`,
    lost ? { kind: lost.kind, unwell: lost.unwell } : {},
  );
