import type { SimilarFacesAnswer } from '@numscope/contracts';
import type { ImagesContext } from '../deps.ts';
import { requireAgreement } from './admit-search.ts';
import { nearFaces } from '../faces/near-faces.ts';
import { shownFace } from '../faces/shown-face.ts';

/** Faces of a profile that are compared, and matches of each beside those among themselves. */
const MOST_FACES = 200;
const MATCHES_OF_EACH = 100;

type Match = SimilarFacesAnswer['matches'][number];

/**
 * Stored faces that the model calls like those on some pictures, nearest first, each once with the nearest of those: many
 * pictures of one person are like each other, and their pairs alone would fill the answer. Each face is its own nearest,
 * at no distance: other profiles may have the very picture. A search by faces like any other to the operator's notice; it asks
 * for no purpose and is not counted, because it opens with a profile and not at a user's order.
 * @throws ApiError FACE_NOTICE
 */
export async function similarFaces(
  { ids, limit, userId }: { ids: string[]; limit: number; userId: string },
  context: ImagesContext,
): Promise<SimilarFacesAnswer> {
  const { encoder, store } = context;
  if (!encoder) return { enabled: false, matches: [], mayHaveMore: false };
  await requireAgreement(userId, context);
  const { model } = encoder;
  const fit = (await store.faces.facesOf(ids, model.id)).filter(({ quality }) => quality.faults.length === 0);
  const own = fit.slice(0, MOST_FACES);
  const wanted = { model, threshold: model.threshold, limit: MATCHES_OF_EACH + own.length };
  const nearest = new Map<string, Match>();
  let mayHaveMore = fit.length > own.length;
  for (const face of own) {
    const found = await nearFaces(face.vector, wanted, context);
    mayHaveMore ||= found.mayHaveMore;
    for (const { face: other, comparison } of found.near) {
      if (comparison.distance < (nearest.get(other.id)?.distance ?? Infinity))
        nearest.set(other.id, { ...comparison, own: shownFace(face), other: shownFace(other) });
    }
  }
  const matches = [...nearest.values()].sort((a, b) => a.distance - b.distance);
  return { enabled: true, matches: matches.slice(0, limit), mayHaveMore: mayHaveMore || matches.length > limit };
}
