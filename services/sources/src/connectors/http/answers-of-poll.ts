import type { AskedNumber } from '../../domain/template.ts';
import { SourceFault } from '../connector.port.ts';
import { type AnswerExpressions, isTrue } from './expressions.ts';
import { checkPage, type Page, saysNothing } from './page.ts';
import type { PagedAnswers, PollingParts, PollSteps } from './poll-steps.ts';
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
export async function answersOfPoll(
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
