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

/** Another number with the nearest pair of faces. */
interface NearFound {
  profile: Profile;
  match: Match;
  /** Others may have been left out: of the faces that were compared, or of the numbers that have them. */
  mayHaveMore: boolean;
}

/** Other numbers, most alike first, one more than are told where there are more. */
async function numbersOf(phone: string, matches: readonly Match[], { store }: ProfilesDeps) {
  const found = new Map<string, Omit<NearFound, 'mayHaveMore'>>();
  const asked = new Set<string>();
  for (const match of matches.toSorted((a, b) => a.distance - b.distance)) {
    const { imageId } = match.other;
    if (found.size > MOST_NUMBERS) break;
    if (asked.has(imageId)) continue;
    asked.add(imageId);
    const phones = await store.phonesOfImages([imageId], null, MOST_NUMBERS + 2);
    const news = phones.filter((other) => other !== phone && !found.has(other));
    for (const text of await store.profiles(news)) {
      const profile = JSON.parse(text) as Profile;
      // A picture of an earlier holder is no sign of the one of today.
      if (profile.images.includes(imageId)) found.set(profile.phone, { profile, match });
    }
  }
  return [...found.values()];
}

/** Who searches, and by which request. */
export interface FaceAsker {
  userId: string;
  requestId: string;
}

/**
 * Other numbers whose pictures show a face like one of this number's, by vectors alone.
 * @throws ApiError NOT_FOUND; FACE_NOTICE; FACES_OFF and SERVICE_UNAVAILABLE, because no answer is not the same as nobody
 */
export async function nearNumbersOf(
  phone: string,
  deps: ProfilesDeps,
  { userId, requestId }: FaceAsker,
): Promise<NearFound[]> {
  const { images } = await profileOf(phone, deps);
  const all = images.filter((id) => ImageId.safeParse(id).success);
  const ids = all.slice(0, MOST_PICTURES);
  const { enabled, matches, mayHaveMore } = await deps.client.call(calls.similarFaces, {
    body: { ids, limit: MOST_MATCHES, userId },
    timeoutMs: FACES_MS,
    requestId,
  });
  if (!enabled) throw apiError('FACES_OFF');
  const found = await numbersOf(phone, matches, deps);
  const isCut = mayHaveMore || all.length > ids.length || found.length > MOST_NUMBERS;
  return found.slice(0, MOST_NUMBERS).map((near) => ({ ...near, mayHaveMore: isCut }));
}

/**
 * Near numbers with what people said of them; then those of which what they said stands, though they are not near.
 * @param judged one of which something was said just now: it is listed also when that was taken back
 */
export async function withVerdicts(
  phone: string,
  near: readonly NearFound[],
  { store }: ProfilesDeps,
  judged: readonly string[] = [],
): Promise<SameFace[]> {
  const nearPhones = new Set(near.map(({ profile }) => profile.phone));
  const others = [...new Set([...judged, ...(await store.judgedNumbers(phone, MOST_NUMBERS + nearPhones.size))])]
    .filter((other) => !nearPhones.has(other))
    .slice(0, MOST_NUMBERS);
  const [said, profiles] = await Promise.all([
    store.faceVerdicts(phone, [...nearPhones, ...others]),
    store.profiles(others),
  ]);
  const saidOf = (profile: Profile) => {
    const verdicts = said.get(profile.phone) ?? [];
    return { phone: profile.phone, name: nameOf(profile), verdict: verdicts[0]?.verdict ?? null, verdicts };
  };
  return [
    ...near.map(({ profile, match, mayHaveMore }) => ({
      ...match,
      near: true as const,
      mayHaveMore,
      ...saidOf(profile),
    })),
    ...profiles.map((text) => ({ near: false as const, ...saidOf(JSON.parse(text) as Profile) })),
  ];
}
