import { buffer } from 'node:stream/consumers';
import { ApiError, calls, type PictureLine, type Profile } from '@numscope/contracts';
import type { ServiceClient } from '@numscope/platform';
import type * as z from 'zod';

const READ_TIMEOUT_MS = 30_000;
const NO_IMAGES = '"images":[]';
/** So many are known to have gone out; of more, one may go out again, which changes nothing for who reads it. */
const MOST_KNOWN = 100_000;

/** The bytes of a stored picture in base64; null for one that is not there any more. */
async function read(client: ServiceClient, id: string): Promise<z.infer<typeof PictureLine> | null> {
  try {
    const { body } = await client.stream(calls.readImage, { params: { id }, timeoutMs: READ_TIMEOUT_MS });
    return { picture: { id, bytes: (await buffer(body)).toString('base64') } };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/**
 * The pictures that the JSON of a profile refers to, each as a line of its own, so that never more than one is held;
 * those that went out before are left out.
 */
export function pictureCarrier(
  client: ServiceClient,
  mostKnown = MOST_KNOWN,
): (profile: string) => AsyncGenerator<string> {
  const carried = new Set<string>();
  return async function* picturesOf(profile) {
    if (profile.includes(NO_IMAGES)) return;
    const { images } = JSON.parse(profile) as Pick<Profile, 'images'>;
    for (const id of images) {
      if (carried.has(id)) continue;
      carried.add(id);
      if (carried.size > mostKnown) for (const oldest of carried.values().take(1)) carried.delete(oldest);
      const line = await read(client, id);
      if (line) yield JSON.stringify(line);
    }
  };
}
