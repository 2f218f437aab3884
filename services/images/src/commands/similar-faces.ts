import type { SimilarFacesAnswer } from '@numscope/contracts';
import type { ImagesContext } from '../deps.ts';
import { requireAgreement } from './admit-search.ts';
import { nearFaces } from '../faces/near-faces.ts';
import { shownFace } from '../faces/shown-face.ts';

/** Faces of a profile that are compared, and matches of each. */
const MOST_FACES = 200;
const MATCHES_OF_EACH = 100;

/**
 * Stored faces that the model calls like those on some pictures, nearest first. Each face is among its own matches, at
 * no distance: other profiles may have the very picture. A search by faces like any other to the operator's notice; it asks
 * for no purpose and is not counted, because it opens with a profile and not at a user's order.
 * @throws ApiError FACE_NOTICE
 */
export async function similarFaces(
  { ids, limit, userId }: { ids: string[]; limit: number; userId: string },
  context: ImagesContext,
): Promise<SimilarFacesAnswer> {
  const { encoder, store } = context;
  if (!encoder) return { enabled: false, matches: [] };
  await requireAgreement(userId, context);
  const { model } = encoder;
  const own = (await store.faces.facesOf(ids, model.id)).filter(({ quality }) => quality.faults.length === 0);
  const matches: SimilarFacesAnswer['matches'] = [];
  for (const face of own.slice(0, MOST_FACES)) {
    const wanted = { model, threshold: model.threshold, limit: Math.min(limit, MATCHES_OF_EACH) };
    for (const near of await nearFaces(face.vector, wanted, context))
      matches.push({ ...near.comparison, own: shownFace(face), other: shownFace(near.face) });
  }
  return { enabled: true, matches: matches.sort((a, b) => a.distance - b.distance).slice(0, limit) };
}
