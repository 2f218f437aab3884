import type { AskedNumber } from '../../domain/template.ts';
import { SourceFault } from '../connector.port.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';
import { checkPage, type Page, saysNothing } from './page.ts';
import type { PagedAnswers, PollingParts, PollSteps } from './poll-steps.ts';
import { rest } from './polling-rest.ts';
import type { Submission } from './submissions.port.ts';

/**
 * Whether there is nothing more to wait for: `done`, or it says at once that it failed or that there is nothing.
 * @throws SourceFault when it was refused
 */
export function isFinal(page: Page, expressions: AnswerExpressions, done: boolean): boolean {
  if (saysNothing(page, expressions)) return true;
  checkPage(page, expressions);
  return done || isTrue(expressions.failed?.(page.envelope));
}

/** The answers of one poll; null: not yet. */
async function answersOfPoll(
  page: Page,
  { expressions }: Pick<PollingParts, 'expressions'>,
  steps: PollSteps,
  submission: Submission,
  numbers: readonly AskedNumber[],
): Promise<PagedAnswers | null> {
  if (!isFinal(page, expressions, isTrue(expressions.until?.(page.envelope)))) return null;
  const { answers, bytes } = await steps.answers(page, numbers, submission.account).catch((error: unknown) => {
    // It stays with the provider, and is paid for when its answer is taken.
    throw error instanceof SourceFault ? error.withCost(null) : error;
  });
  const told = steps.cost(page) === null ? submission.cost : null;
  if (told === null) return { answers, bytes };
  return { answers: answers.map((answer) => ({ ...answer, cost: told / submission.size })), bytes };
}

/**
 * Looks once for what was handed in long ago; null: it is not done, or the provider does not tell of it (any more).
 * @throws SourceFault when it was not asked, did not answer, or wants to be asked later
 */
export async function lookOnce(
  { expressions }: Pick<PollingParts, 'expressions'>,
  steps: PollSteps,
  submission: Submission,
  numbers: readonly AskedNumber[],
): Promise<PagedAnswers | null> {
  try {
    const page = await steps.ask(submission.account, numbers, submission.values);
    // That there is nothing may be said of this work as well as of the numbers.
    if (saysNothing(page, expressions)) return null;
    return await answersOfPoll(page, { expressions }, steps, submission, numbers);
  } catch (error) {
    if (isForgotten(error)) return null;
    throw error;
  }
}

/**
 * Whether the provider answered by anything but what was handed in, as it does when it does not know that any more; not
 * that it was not asked, did not answer, wants to be asked later or was not read.
 */
const isForgotten = (error: unknown): boolean =>
  error instanceof SourceFault &&
  ['PROVIDER', 'MAPPING', 'WRONG_KEY'].includes(error.kind) &&
  !error.isTooOften &&
  !error.isUnread &&
  (!error.retry || error.unwell);

/**
 * Asks for what was handed in until it is done.
 * @param isOver whether nobody waits for it any more
 * @param isNew it was handed in just now: nothing is done yet
 * @throws SourceFault when it failed, was not done in time, or nobody waits for it any more
 */
export async function followSubmission(
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
      const page = await steps.ask(submission.account, numbers, submission.values);
      const found = await answersOfPoll(page, parts, steps, submission, numbers);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof SourceFault && error.isLost)) throw error;
      lost = error;
    }
    if (now() - submission.at >= poll.atMostMs) throw notInTime(poll.atMostMs, lost, submission, numbers.length);
  }
}

/** Not to be tried again at once: it would be handed in and paid once more. */
const notInTime = (
  atMostMs: number,
  lost: SourceFault | null,
  { id, cost, size }: Submission,
  numbers: number,
): SourceFault =>
  new SourceFault(`took the number, but was not done within ${atMostMs} ms${lost ? `: ${lost.message}` : ''}`, {
    ...(lost ? { kind: lost.kind, unwell: lost.unwell } : {}),
    cost: cost === null ? null : (cost / size) * numbers,
    submission: id,
  });
