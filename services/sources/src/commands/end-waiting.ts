import { apiError } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { AskingContext } from '../asking/context.ts';
import { keptEnd, waitingName } from '../domain/health/source-stop.ts';

/**
 * Has nobody wait for a source's quota until it is renewed: what waits for it, and what comes before that, fails.
 * @throws ApiError NOT_CONFIGURED, WRONG_STATE when nothing waits for it
 */
export async function endWaiting(
  context: AskingContext,
  name: string,
  by: string,
  events: OutgoingEvent[],
): Promise<void> {
  const runner = context.runners.get(name);
  if (!runner) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  // Other instances may have used it up since this one asked.
  await runner.refilled();
  const until = runner.admission.waitsUntil;
  if (until === null) throw apiError('WRONG_STATE', { details: { state: runner.admission.state } });
  const ended = { by, until };
  await context.store.setStop(waitingName(name), keptEnd(name, ended), context.kit.clock.now(), events);
  runner.endedWaiting = ended;
}
