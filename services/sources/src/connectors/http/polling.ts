import type { AskedNumber } from '../../domain/template.ts';
import { type AskOptions, type SourceAnswer, SourceFault } from '../connector.port.ts';
import { ANSWER_BYTES, sharedBy, tooMuch } from './answer-bounds.ts';
import { isFinal, lookOnce } from './answers-of-poll.ts';
import { followSubmission } from './follow-submission.ts';
import { type Held, NumberClaims } from './number-claims.ts';
import type { PagedAnswers, PollingParts, PollSteps } from './poll-steps.ts';
import type { Submission } from './submissions.port.ts';

/**
 * Hands numbers in once and asks until the provider is done. A number is claimed before it is handed in, so that no two
 * instances do it; what was handed in is kept for good before it is asked for, so that whoever asks for the same numbers
 * again (after a restart, on another machine) asks on. What others who live take care of is waited for. A number that
 * stands there several times is handed in once: each of its answers tells the whole price.
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

const NONE: ReadonlyMap<string, SourceAnswer> = new Map();

const TOO_MUCH_AT_ONCE: SourceAnswer = {
  status: 'FAILED',
  fields: null,
  message: `${tooMuch().message} in one call: ask again, or for fewer numbers at once (batchSize)`,
  kind: 'MAPPING',
};

/** What it reads, of a call that cost so much. @throws SourceFault at that cost */
function atCost<T>(cost: number | null, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SourceFault ? error.withCost(cost) : error;
  }
}

class PolledCall {
  readonly #parts: PollingParts;
  readonly #steps: PollSteps;
  readonly #options: AskOptions;
  readonly #claims: NumberClaims;
  readonly #answers = new Map<string, SourceAnswer>();
  readonly #faults: unknown[] = [];
  /** What was handed in, of which another call is to take the answers: there was no room, or they could not be had. */
  readonly #putOff: Held[] = [];
  /** Length of all answers that were taken. */
  #bytes = 0;
  /** Answers that came as their numbers were handed in: nothing is with the provider that would be asked for again. */
  readonly #atOnce = new Map<string, SourceAnswer>();
  #hasCalled = false;
  readonly #begun: number;

  constructor(parts: PollingParts, steps: PollSteps, options: AskOptions) {
    this.#begun = parts.now();
    this.#parts = parts;
    this.#steps = steps;
    this.#options = options;
    this.#claims = new NumberClaims(parts, this.#isOver, this.#begun);
  }

  /** The answers by number. @throws SourceFault one that may be tried again, else the first, when all that was begun is over */
  async answersTo(numbers: readonly AskedNumber[]): Promise<ReadonlyMap<string, SourceAnswer>> {
    await this.#answer(numbers).catch((error: unknown) => this.#faults.push(error));
    const fault = this.#faults.find((one) => one instanceof SourceFault && one.retry) ?? this.#faults[0];
    // Where answers are kept, what was handed in ends with its answer, or with what came of it instead.
    const { unanswered, answered } = this.#options;
    const ended = unanswered && fault instanceof SourceFault ? fault.submission : undefined;
    const kept = fault !== undefined && answered ? this.#atOnce : NONE;
    if (kept.size > 0) answered?.(kept);
    const left = unanswered && fault === undefined ? this.#putOff : this.#claims.held;
    for (const one of left)
      if (one.id !== ended)
        await this.#claims.letGo({ ...one, phones: one.phones.filter((phone) => !kept.has(phone)) });
    if (fault !== undefined) {
      this.#tellPaidInVain(fault, kept);
      throw fault;
    }
    if (!this.#hasCalled) this.#options.spared?.();
    return this.#answers;
  }

  /** Asks on for what was handed in already, and hands in the others. */
  async #answer(numbers: readonly AskedNumber[]): Promise<void> {
    const byPhone = new Map(numbers.map((number) => [number.e164, number]));
    const claimed = await this.#claims.claimAll([...byPhone.keys()]);
    const { unanswered } = this.#options;
    // Who had claimed one before us may have kept its answer: from the claim on nobody else can.
    const left = unanswered
      ? await this.#claims.stored(() => unanswered([...byPhone.values()]))
      : [...byPhone.values()];
    const open = new Set(left.map(({ e164 }) => e164));
    await this.#claims.letGoBut(open);
    const of = (phones: readonly string[]): AskedNumber[] =>
      phones.filter((phone) => open.has(phone)).flatMap((phone) => byPhone.get(phone) ?? []);
    const failed: Array<{ id: string; phones: readonly string[]; error: unknown }> = [];
    const works = [
      ...claimed.submissions.map((one) => ({ id: one.id, work: this.#goOn(one, of(one.phones)), phones: one.phones })),
      { id: claimed.id, work: this.#handIn(claimed.id, of(claimed.phones), null), phones: claimed.phones },
    ];
    await Promise.all(
      works.map(({ id, work, phones }) =>
        work.catch((error: unknown) => failed.push({ id, phones: phones.filter((phone) => open.has(phone)), error })),
      ),
    );
    const faults = failed.map(({ error }) => error);
    if (!this.#isEach(faults)) this.#faults.push(...faults);
    else for (const { id, phones, error } of failed) if (error instanceof SourceFault) this.#fail(id, phones, error);
  }

  /**
   * Whether each fails for itself: beside answers that were had, and may have been paid, and beside other faults, which say
   * nothing of its numbers. Not where all are to be asked for again, nor where the source as a whole is not well.
   */
  #isEach(faults: readonly unknown[]): boolean {
    const isLast = (fault: unknown): fault is SourceFault => fault instanceof SourceFault && !fault.retry;
    if (!faults.every(isLast)) return false;
    return this.#answers.size > 0 || (faults.length > 1 && !faults.some(({ unwell }) => unwell));
  }

  /**
   * What the call has paid besides what it throws and for answers that are kept; not for what is with the provider still,
   * which is asked for again.
   */
  #tellPaidInVain(thrown: unknown, kept: ReadonlyMap<string, SourceAnswer>): void {
    let cost = 0;
    for (const [phone, answer] of this.#atOnce) if (!kept.has(phone)) cost += answer.cost ?? 0;
    for (const fault of this.#faults)
      if (fault instanceof SourceFault && fault !== thrown && fault.submission === undefined) cost += fault.cost ?? 0;
    if (cost > 0) this.#options.paidInVain?.(cost);
  }

  readonly #isOver = (): boolean => this.#parts.ending.aborted || this.#options.isWanted?.() === false;

  /** @param former what was handed in of them before, in whose place this comes */
  async #handIn(id: string, numbers: readonly AskedNumber[], former: Submission | null): Promise<void> {
    const { source, now, expressions } = this.#parts;
    const { account } = this.#options;
    if (numbers.length === 0) return;
    this.#hasCalled = true;
    const page = await this.#steps.submit(numbers);
    const cost = this.#steps.cost(page);
    // What `notFound` and `until` are told over is the finished answer, which this one is not.
    if (atCost(cost, () => isFinal(page, expressions, false))) {
      this.#note(id, numbers, await this.#steps.answers(page, numbers, account), false);
      return this.#giveUp(former, numbers);
    }
    const values = atCost(cost, () => this.#steps.values(page));
    const phones = numbers.map(({ e164 }) => e164);
    const submission = { id, source, phones, size: numbers.length, account, at: now(), values, cost };
    await this.#claims.keep(submission);
    this.#giveUp(former, numbers);
    await this.#follow(submission, numbers, true);
  }

  /** What was paid for it is told when it is replaced: until then it is asked for again. */
  #giveUp(former: Submission | null, numbers: readonly AskedNumber[]): void {
    if (former && former.cost !== null) this.#options.paidInVain?.((former.cost / former.size) * numbers.length);
  }

  /**
   * What was handed in so long ago that nobody asked for it in time (the source wanted to be left alone, the service stood
   * still) may be done all the same, and is paid: it is looked at once before it is handed in anew, in the old one's place.
   */
  async #goOn(submission: Submission, numbers: readonly AskedNumber[]): Promise<void> {
    if (numbers.length === 0) return;
    if (this.#begun - submission.at < this.#parts.poll.atMostMs) return this.#follow(submission, numbers, false);
    this.#hasCalled = true;
    const found = await lookOnce(this.#parts, this.#steps, submission, numbers);
    if (found) return this.#note(submission.id, numbers, found, true);
    await this.#handIn(submission.id, numbers, submission);
  }

  /** The fault as these numbers' answer. What was handed in stays with the provider, unless it is over with this. */
  #fail(id: string, phones: readonly string[], fault: SourceFault): void {
    const { cost, submission } = fault;
    this.#options.failed?.(fault);
    if (submission === undefined) this.#putOff.push({ id, source: this.#parts.source, phones: [...phones] });
    const paid = cost === null ? {} : { cost: cost / phones.length };
    const answers = sharedBy(phones.length, { ...fault.answer, ...paid });
    for (const [place, phone] of phones.entries()) {
      const answer = answers[place];
      if (answer) this.#answers.set(phone, answer);
    }
  }

  async #follow(submission: Submission, numbers: readonly AskedNumber[], isNew: boolean): Promise<void> {
    this.#hasCalled = true;
    const found = await followSubmission(this.#parts, this.#steps, submission, numbers, this.#isOver, isNew);
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
      const ended = hasRoom ? answer : { ...TOO_MUCH_AT_ONCE, ...(cost === undefined ? {} : { cost }) };
      const taken = hasRoom || !handedIn ? { ...ended, submission } : TOO_MUCH_AT_ONCE;
      this.#answers.set(e164, taken);
      if (!handedIn) this.#atOnce.set(e164, taken);
    });
  }
}
