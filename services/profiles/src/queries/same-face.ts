import {
  apiError,
  calls,
  ImageId,
  limits,
  type Profile,
  type SameFace,
  type SimilarFacesAnswer,
} from '@numscope/contracts';
import type { ProfilesDeps } from '../deps.ts';

const FACES_MS = 20_000;
const MOST_PICTURES = 1000;
const MOST_MATCHES = 1000;
/** A picture that is no portrait at all may be on any number of them. */
const MOST_NUMBERS = limits.sameFaceNumbers;

type Match = SimilarFacesAnswer['matches'][number];

const nameOf = ({ names, firstName, lastName }: Profile): string | null =>
  names[0]?.name ?? ([firstName, lastName].filter((part) => part).join(' ') || null);

/** The profile of a number. @throws ApiError NOT_FOUND */
async function profileOf(phone: string, { store }: ProfilesDeps): Promise<Profile> {
  const [text] = await store.profiles([phone]);
  if (text === undefined) throw apiError('NOT_FOUND', { details: { phone } });
  return JSON.parse(text) as Profile;
}

/** Other numbers with the nearest pair of faces for each, most alike first. */
async function numbersOf(phone: string, matches: readonly Match[], { store }: ProfilesDeps) {
  const found = new Map<string, { profile: Profile; match: Match }>();
  const asked = new Set<string>();
  for (const match of matches.toSorted((a, b) => a.distance - b.distance)) {
    const { imageId } = match.other;
    if (found.size >= MOST_NUMBERS) break;
    if (asked.has(imageId)) continue;
    asked.add(imageId);
    const phones = await store.phonesOfImages([imageId], MOST_NUMBERS + 1);
    const news = phones.filter((other) => other !== phone && !found.has(other));
    for (const text of await store.profiles(news)) {
      const profile = JSON.parse(text) as Profile;
      // A picture of an earlier holder is no sign of the one of today.
      if (profile.images.includes(imageId)) found.set(profile.phone, { profile, match });
    }
  }
  return [...found].slice(0, MOST_NUMBERS);
}

/** Whose search it is, and of which request. */
export interface FaceAsker {
  userId: string;
  requestId: string;
}

/**
 * Other numbers whose pictures show a face like one of this number's, by vectors alone, with what people said of them.
 * @throws ApiError NOT_FOUND; FACE_NOTICE; FACES_OFF and SERVICE_UNAVAILABLE, because no answer is not the same as nobody
 */
export async function sameFaceOf(
  phone: string,
  deps: ProfilesDeps,
  { userId, requestId }: FaceAsker,
): Promise<SameFace[]> {
  const { images } = await profileOf(phone, deps);
  const ids = images.filter((id) => ImageId.safeParse(id).success).slice(0, MOST_PICTURES);
  const { enabled, matches } = await deps.client.call(calls.similarFaces, {
    body: { ids, limit: MOST_MATCHES, userId },
    timeoutMs: FACES_MS,
    requestId,
  });
  if (!enabled) throw apiError('FACES_OFF');
  const numbers = await numbersOf(phone, matches, deps);
  const said = await deps.store.faceVerdicts(
    phone,
    numbers.map(([other]) => other),
  );
  return numbers.map(([other, { profile, match }]) => {
    const verdicts = said.get(other) ?? [];
    return { ...match, phone: other, name: nameOf(profile), verdict: verdicts[0]?.verdict ?? null, verdicts };
  });
}
