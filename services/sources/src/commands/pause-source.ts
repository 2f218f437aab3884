import { apiError, NUMBERING_PLAN } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';
import { keptStop, pausedByPerson } from '../domain/health/source-stop.ts';

/**
 * Pauses a source (`by` a user), or resumes it (null), whatever had stopped it. What is in flight goes on.
 * @throws ApiError NOT_FOUND, NOT_CONFIGURED
 */
export async function setPaused(
  context: AskingContext,
  name: string,
  by: string | null,
  events: OutgoingEvent[],
): Promise<void> {
  const runner = context.runners.get(name);
  const plan = name === NUMBERING_PLAN ? context.planSource : null;
  if (!runner && !plan) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  await runner?.stopKept();
  const stop = by === null ? null : pausedByPerson(by);
  await context.store.setStop(name, stop && keptStop(name, stop), context.kit.clock.now(), events);
  if (plan) plan.pausedBy = by;
  if (!runner) return;
  runner.stop = stop;
  runner.reset();
}
