import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@numscope/platform';
import type { AskedNumber, Values } from '../../domain/template.ts';
import { type AskOptions, type SourceAnswer, SourceFault } from '../connector.port.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';
import type { HttpSource } from './http-source.ts';
import { checkPage, type Page, saysNothing } from './page.ts';
import type { Submission, Submissions } from './submissions.port.ts';

/** How often it is looked whether anybody still waits. */
const LOOK_MS = 500;

/** How one call to the provider is made and read; the same for polls and for plain calls. */
export interface PollSteps {
  /** Hands the numbers in. */
  submit(numbers: readonly AskedNumber[]): Promise<Page>;
  /** Asks how far it is. */
  ask(account: string, numbers: readonly AskedNumber[], values: Values): Promise<Page>;
  /** The answers in a page that is done, with those after it. */
  answers(page: Page, numbers: readonly AskedNumber[], account: string): Promise<SourceAnswer[]>;
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
 * Hands numbers in once and asks until the provider is done. What was handed in is kept for good before it is asked
 * for, so that whoever asks for the same numbers again (after a restart, on another machine) asks on.
 */
export async function askByPolling(
  parts: PollingParts,
  steps: PollSteps,
  numbers: readonly AskedNumber[],
  options: AskOptions,
): Promise<SourceAnswer[]> {
  const { source, poll, submissions, now } = parts;
  const wanted = new Map(numbers.map((number) => [number.e164, number]));
  const kept = await submissions.submissionsOf(source, [...wanted.keys()], now() - poll.atMostMs);
  const answers = new Map<string, SourceAnswer>();
  const follow = async (submission: Submission, asked: readonly AskedNumber[], isNew: boolean): Promise<void> => {
    const found = await answersOf(parts, steps, submission, asked, options, isNew);
    asked.forEach(({ e164 }, index) => {
      const answer = found[index];
      if (answer) answers.set(e164, { ...answer, submission: submission.id });
    });
  };
  const works = kept.map((submission) => {
    const theirs = submission.phones.flatMap((phone) => wanted.get(phone) ?? []);
    for (const { e164 } of theirs) wanted.delete(e164);
    return follow(submission, theirs, false);
  });
  const left = [...wanted.values()];
  if (left.length > 0) works.push(submitAndFollow());
  const fault = (await Promise.allSettled(works)).find((work) => work.status === 'rejected');
  if (fault) throw fault.reason;
  return numbers.map(({ e164 }) => answers.get(e164) ?? { status: 'NOT_FOUND', fields: null });

  async function submitAndFollow(): Promise<void> {
    const page = await steps.submit(left);
    // What `notFound` and `until` are told over is the finished answer, which this one is not.
    if (isFinal(page, parts.expressions, false)) {
      const found = await steps.answers(page, left, options.account);
      left.forEach(({ e164 }, index) => found[index] && answers.set(e164, found[index]));
      return;
    }
    const submission = {
      id: newId(),
      source,
      phones: left.map(({ e164 }) => e164),
      size: left.length,
      account: options.account,
      at: now(),
      values: steps.values(page),
      cost: steps.cost(page),
    };
    await submissions.keepSubmission(submission);
    await follow(submission, left, true);
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

async function answersOf(
  { poll, expressions, now, ending }: PollingParts,
  steps: PollSteps,
  submission: Submission,
  numbers: readonly AskedNumber[],
  { isWanted }: AskOptions,
  isNew: boolean,
): Promise<SourceAnswer[]> {
  for (let waits = isNew; ; waits = true) {
    const isOver = (): boolean => ending.aborted || isWanted?.() === false;
    if (waits) await rest(poll.everyMs, isOver, ending);
    if (isOver()) throw new SourceFault('took the number, but nobody waits for its answer any more', { retry: true });
    const page = await steps.ask(submission.account, numbers, submission.values);
    if (isFinal(page, expressions, isTrue(expressions.until?.(page.envelope)))) {
      const answers = await steps.answers(page, numbers, submission.account);
      const told = steps.cost(page) === null ? submission.cost : null;
      return told === null ? answers : answers.map((answer) => ({ ...answer, cost: told / submission.size }));
    }
    if (now() - submission.at >= poll.atMostMs)
      throw new SourceFault(`took the number, but was not done within ${poll.atMostMs} ms`);
  }
}
