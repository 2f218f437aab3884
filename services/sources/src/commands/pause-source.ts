import { apiError, NUMBERING_PLAN } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';

/**
 * Pauses a source (`by` a user), or resumes it (null). What is in flight goes on. @throws ApiError NOT_FOUND,
 * NOT_CONFIGURED
 */
export async function setPaused(
  context: AskingContext,
  name: string,
  by: string | null,
  events: OutgoingEvent[],
): Promise<void> {
  const source = name === NUMBERING_PLAN ? context.planSource : context.runners.get(name);
  if (!source) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  await context.store.setPaused(name, by, context.kit.clock.now(), events);
  source.pausedBy = by;
  context.runners.get(name)?.reset();
}
