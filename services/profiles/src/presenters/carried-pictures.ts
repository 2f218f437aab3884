import { buffer } from 'node:stream/consumers';
import { ApiError, calls, type CarriedPicture, type PictureLine, type Profile } from '@numscope/contracts';
import type { ServiceClient } from '@numscope/platform';
import type * as z from 'zod';
import { picturesOf } from '../domain/fold-profile.ts';

const READ_TIMEOUT_MS = 30_000;
/** How the JSON of a profile tells of pictures, be it in its own list or in one of a former holder's. */
const SOME_IMAGES = '"images":["';
/** Base64 characters of pictures in a profile's own line, which stays well below what an import takes. */
const IN_LINE_CHARS = 32 * 1024 * 1024;
/** Pictures remembered as sent. Beyond that one may be sent again, which changes nothing for a reader. */
const MOST_KNOWN = 100_000;

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

const lineOf = (line: z.infer<typeof PictureLine>): string => JSON.stringify(line);

/**
 * The lines of a profile, the last of which is its own JSON: with the pictures that it refers to, as far as these have
 * room there; each of the others is a line before it. Those that went out before are left out.
 */
export function pictureCarrier(
  client: ServiceClient,
  { mostKnown = MOST_KNOWN, inLineChars = IN_LINE_CHARS } = {},
): (profile: string) => AsyncGenerator<string> {
  const carried = new Set<string>();
  return async function* linesOf(profile) {
    const images = profile.includes(SOME_IMAGES) ? picturesOf(JSON.parse(profile) as Profile) : [];
    const inLine: CarriedPicture[] = [];
    let room = inLineChars;
    for (const id of images) {
      if (carried.has(id)) continue;
      carried.add(id);
      if (carried.size > mostKnown) for (const oldest of carried.values().take(1)) carried.delete(oldest);
      const picture = await read(client, id);
      if (!picture) continue;
      if (picture.bytes.length > room) yield lineOf({ picture });
      else {
        inLine.push(picture);
        room -= picture.bytes.length;
      }
    }
    yield inLine.length > 0 ? `${profile.slice(0, -1)},"pictures":${JSON.stringify(inLine)}}` : profile;
  };
}
