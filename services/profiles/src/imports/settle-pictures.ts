import { ApiError, calls, ImageId } from '@numscope/contracts';
import type { ServiceClient } from '@numscope/platform';
import type { Picture } from './judge-row.ts';
import type { ImportPart } from './read-import.ts';
import type { StagedProfile } from './staged-profile.ts';

const STORE_TIMEOUT_MS = 30_000;
/** A call takes ten thousand, and some hundred profiles may refer to more. */
const ASKED_AT_ONCE = 1000;

/** The id by which a picture that came is stored; null for what is no picture. */
async function storedAs({ bytes }: Picture, client: ServiceClient): Promise<string | null> {
  try {
    const content = { contentType: 'application/octet-stream', content: bytes };
    return (await client.call(calls.storeImage, { bytes: content, timeoutMs: STORE_TIMEOUT_MS })).id;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode < 500 && error.statusCode !== 429) return null;
    throw error;
  }
}

/**
 * Stores the pictures that came with some profiles or before them, and leaves out of them those that neither came nor are stored here.
 * A picture is cleaned anew when it is stored, by which a JPEG gets other bytes and so another id.
 *
 * @param renamed pictures of this import that got another id; those that came are added
 * @returns the profiles as JSON
 */
export async function settlePictures(
  { profiles, images, pictures }: ImportPart,
  renamed: Map<string, string>,
  client: ServiceClient,
): Promise<string> {
  for (const picture of pictures) {
    const id = await storedAs(picture, client);
    if (id !== null && id !== picture.id) renamed.set(picture.id, id);
  }
  if (images.length === 0) return profiles;
  const ids = new Map<string, string>();
  for (const id of images) {
    const other = renamed.get(id);
    if (other !== undefined) ids.set(id, other);
  }
  const asked = images.filter((id) => !ids.has(id) && ImageId.safeParse(id).success);
  for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
    const body = { ids: asked.slice(at, at + ASKED_AT_ONCE) };
    const { known } = await client.call(calls.knownImages, { body, timeoutMs: STORE_TIMEOUT_MS });
    for (const id of known) ids.set(id, id);
  }
  if (images.every((id) => ids.get(id) === id)) return profiles;
  const settled = (JSON.parse(profiles) as StagedProfile[]).map((profile) => ({
    ...profile,
    observations: profile.observations.map((observation) =>
      observation.fields?.photos
        ? {
            ...observation,
            fields: { ...observation.fields, photos: observation.fields.photos.flatMap((id) => ids.get(id) ?? []) },
          }
        : observation,
    ),
  }));
  return JSON.stringify(settled);
}
