import { apiError, calls, type RefreshRequest, type RefreshTaken } from '@numscope/contracts';
import { isValidPhone } from '@numscope/numbering';
import { carriedEvents } from '@numscope/platform';
import type * as z from 'zod';
import type { JobsContext } from '../jobs-context.ts';

/**
 * Has one number looked up now, by the main job.
 * @throws ApiError INVALID for a number no plan allows, DO_NOT_LOOK_UP, WRONG_STATE when the main job was ended
 */
export async function refreshPhone(
  request: z.output<typeof RefreshRequest>,
  context: JobsContext,
): Promise<z.input<typeof RefreshTaken>> {
  const { store, kit, client } = context;
  const { phone, requestedBy } = request;
  if (!isValidPhone(phone))
    throw apiError('INVALID', { details: [{ field: 'phone', message: 'no numbering plan allows this number' }] });
  // Sources hold to the list in any case; whoever waits for the answer is told at once.
  const { doNotLookUp } = await client
    .call(calls.planLookups, { body: { phones: [phone] } })
    .catch(() => ({ doNotLookUp: 0 }));
  if (doNotLookUp > 0) throw apiError('DO_NOT_LOOK_UP', { details: { phone } });
  const [audit = null] = carriedEvents(request.audit);
  const job = await store.refresh(phone, { by: requestedBy, at: kit.clock.now(), audit });
  if (!job) throw apiError('WRONG_STATE', { details: { job: 'the main job was ended' } });
  context.committed();
  return { phone, jobNumber: job.number, kept: audit !== null };
}
