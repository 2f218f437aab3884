import { buffer } from 'node:stream/consumers';
import { ApiError, calls, type CarriedPicture, type Profile } from '@numscope/contracts';
import type { ServiceClient } from '@numscope/platform';

const READ_TIMEOUT_MS = 30_000;
const NO_IMAGES = '"images":[]';

/** The bytes of a stored picture in base64; null for one that is not there any more. */
async function read(client: ServiceClient, id: string): Promise<CarriedPicture | null> {
  try {
    const { body } = await client.stream(calls.readImage, { params: { id }, timeoutMs: READ_TIMEOUT_MS });
    return { id, bytes: (await buffer(body)).toString('base64') };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Adds to the JSON of profiles the pictures that they refer to, each with the first profile that does. */
export function pictureCarrier(client: ServiceClient): (profile: string) => Promise<string> {
  const carried = new Set<string>();
  return async (profile) => {
    if (profile.includes(NO_IMAGES)) return profile;
    const { images } = JSON.parse(profile) as Pick<Profile, 'images'>;
    const pictures: CarriedPicture[] = [];
    for (const id of images.filter((each) => !carried.has(each))) {
      carried.add(id);
      const picture = await read(client, id);
      if (picture) pictures.push(picture);
    }
    return pictures.length > 0 ? `${profile.slice(0, -1)},"pictures":${JSON.stringify(pictures)}}` : profile;
  };
}
