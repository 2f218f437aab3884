import { apiError, type FaceVerdict, type SameFace } from '@numscope/contracts';
import type { AuditScope, OutboxRelay } from '@numscope/platform';
import type { ProfilesDeps } from '../deps.ts';
import { type FaceAsker, nearNumbersOf, withVerdicts } from '../queries/same-face.ts';
import type { PhonePair } from '../store/same-face.ts';

/**
 * Keeps what a person says about the faces of two numbers, for both; null takes back what was said last. What was said
 * before stays in the history.
 * @throws ApiError INVALID for one number twice, NOT_FOUND, FACE_NOTICE, FACES_OFF, SERVICE_UNAVAILABLE
 */
export async function judgeSameFace(
  pair: PhonePair,
  said: Pick<FaceVerdict, 'verdict' | 'by'>,
  deps: ProfilesDeps,
  { relay, asker, audit }: { relay: OutboxRelay; asker: FaceAsker; audit: AuditScope },
): Promise<SameFace[]> {
  if (pair.phone === pair.other) {
    const details = [{ field: 'phone', message: 'must be another number than the one in the address' }];
    throw apiError('INVALID', { status: 422, details });
  }
  const near = await nearNumbersOf(pair.phone, deps, asker);
  const verdict = { ...said, at: deps.kit.clock.now() };
  if (!(await deps.store.judgeFaces(pair, verdict, audit.take())))
    throw apiError('NOT_FOUND', { details: { phone: pair.other } });
  relay.wake();
  return withVerdicts(pair.phone, near, deps, [pair.other]);
}
