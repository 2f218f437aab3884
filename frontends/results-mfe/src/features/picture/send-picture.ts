import { type FacesState, type ImageSearchAnswer, limits, messages } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { formatBytes, formatCount, upload, translate } from '@numscope/ui';
import { pictureFault } from '../../domain/check-picture.ts';
import { MOST_MATCHES } from '../../domain/found-faces.ts';
import { texts } from '../../texts/texts.ts';

/** Asked for at once, so that a person may try thresholds without asking again. */
const LEAST_SIMILARITY = 0.2;

/** Why a file is not sent at all; null: it is. */
export async function refusalOf(picture: File): Promise<string | null> {
  const fault = await pictureFault(picture);
  if (fault === null) return null;
  if (fault === 'type') return texts('pictureType', { message: translate(messages.selectImage) });
  return texts('pictureSize', { message: translate(messages.selectImage), size: formatBytes(limits.searchImageBytes) });
}

/**
 * Searches for the faces of a picture.
 * @throws ApiFailure when refused
 */
export function sendPicture(
  picture: File,
  { model }: FacesState,
  purpose: string,
  signal: AbortSignal,
): Promise<ImageSearchAnswer> {
  const form = new FormData();
  if (purpose !== '') form.set('purpose', purpose);
  form.set('image', picture);
  const threshold = Math.min(LEAST_SIMILARITY, model?.threshold ?? LEAST_SIMILARITY);
  return upload('searchByImage', form, { query: { threshold, limit: MOST_MATCHES }, signal, quiet: true });
}

/** What went wrong, and how to mend it. */
export function failureText(error: unknown, { searchesPerHour }: FacesState): string {
  if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'FACES_OFF') return texts('facesOff');
  if (error.code === 'FACE_SEARCHES') return texts('searchesUsedUp', { count: formatCount(searchesPerHour) });
  return error.message;
}
