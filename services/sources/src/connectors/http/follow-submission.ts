import type { AskedNumber } from '../../domain/template.ts';
import { SourceFault } from '../connector.port.ts';
import { answersOfPoll } from './answers-of-poll.ts';
import type { PagedAnswers, PollingParts, PollSteps } from './poll-steps.ts';
import { rest } from './polling-rest.ts';
import type { Submission } from './submissions.port.ts';

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
