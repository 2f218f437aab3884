import { hash } from 'node:crypto';
import { apiError } from '@numscope/contracts';
import type { ImagesContext } from '../deps.ts';
import type { FaceEncoder } from '../faces/face-encoder.port.ts';

const HOUR_MS = 3_600_000;

export const hashOfNotice = (notice: string): string => hash('sha256', notice, 'hex');

/** Nothing is kept of who searched when, once it counts no more. */
export const forgetSearches = ({ store, kit }: ImagesContext): Promise<void> =>
  store.searchers.forgetSearches(kit.clock.now() - HOUR_MS);

/** What a user still has to agree to before a search; null: nothing. */
export async function openNotice(userId: string, { settings, store }: ImagesContext): Promise<string | null> {
  const { faceNotice } = settings;
  if (faceNotice === null) return null;
  return (await store.searchers.hasAgreed(userId, hashOfNotice(faceNotice))) ? null : faceNotice;
}

/** @throws ApiError FACE_NOTICE where the operator has a notice that this user has not agreed to */
export async function requireAgreement(userId: string, context: ImagesContext): Promise<void> {
  const notice = await openNotice(userId, context);
  if (notice !== null) throw apiError('FACE_NOTICE', { details: { notice } });
}

/**
 * Lets a user search by a picture, and counts it among those of the hour.
 * @returns the encoder that looks at it
 * @throws ApiError FACES_OFF, PURPOSE_REQUIRED, FACE_NOTICE, FACE_SEARCHES
 */
export async function admitSearch(
  { userId, hasPurpose }: { userId: string; hasPurpose: boolean },
  context: ImagesContext,
): Promise<FaceEncoder> {
  const { encoder, settings, store, kit } = context;
  if (!encoder) throw apiError('FACES_OFF');
  if (settings.requirePurpose && !hasPurpose) throw apiError('PURPOSE_REQUIRED');
  await requireAgreement(userId, context);
  const now = kit.clock.now();
  const freeAt = await store.searchers.countSearch(userId, now, now - HOUR_MS, settings.faceSearchesPerHour);
  if (freeAt !== null) {
    const retryAfter = Math.max(1, Math.ceil((freeAt + HOUR_MS - now) / 1000));
    throw apiError('FACE_SEARCHES', { retryAfter, details: { perHour: settings.faceSearchesPerHour } });
  }
  return encoder;
}
