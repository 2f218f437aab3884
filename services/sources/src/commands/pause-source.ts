import { apiError, NUMBERING_PLAN } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { Desk } from '../asking/desk.ts';

/** Pauses a source (`by` a user), or resumes it (null). What is in flight goes on. @throws ApiError NOT_FOUND, NOT_CONFIGURED */
export async function setPaused(desk: Desk, name: string, by: string | null, events: OutgoingEvent[]): Promise<void> {
  const source = name === NUMBERING_PLAN ? desk.planSource : desk.runners.get(name);
  if (!source) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  await desk.store.setPaused(name, by, desk.kit.clock.now(), events);
  source.pausedBy = by;
  desk.runners.get(name)?.reset();
}
