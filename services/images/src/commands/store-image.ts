import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apiError, type StoredImage } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';
import { imageKey, THUMBNAIL_TYPE, thumbnailKey } from '../pictures/blob-keys.ts';
import { cleanPicture, thumbnailOf } from '../pictures/clean-picture.ts';
import type { ImageState } from '../store/image-store.port.ts';
import { REMOVAL_STALE_MS } from './remove-unreferenced.ts';

const REMOVAL_POLL_MS = 100;
const REMOVAL_TRIES = 20;
/** How often it is stored anew, when it is removed while it is. */
const REMOVED_TRIES = 3;

/** While the same picture is just being removed, waits until that is over. */
async function begin(image: StoredImage, { store, kit }: ImagesContext): Promise<ImageState | null> {
  for (let tries = 0; tries < REMOVAL_TRIES; tries++) {
    const now = kit.clock.now();
    const state = await store.begin(image, now, now - REMOVAL_STALE_MS);
    if (state !== 'REMOVING') return state;
    await pause(REMOVAL_POLL_MS);
  }
  throw apiError('SERVICE_UNAVAILABLE');
}

/**
 * Keeps a picture, once by content, with its thumbnail. Safe to repeat.
 * @throws ApiError NOT_AN_IMAGE, IMAGE_TOO_LARGE
 */
export async function storeImage(bytes: Uint8Array, deps: ImagesContext, trace: string): Promise<StoredImage> {
  const { content, type, width, height } = await cleanPicture(bytes);
  const id = createHash('sha256').update(content).digest('hex');
  const image: StoredImage = { id, type, width, height, bytes: content.byteLength };
  const events = [outgoing('image.stored', id, image, { trace })];
  for (let tries = 0; tries < REMOVED_TRIES; tries++) {
    const isKnown = (await begin(image, deps)) === 'STORED';
    // The bytes of a known picture may be missing all the same: nobody else would bring them back.
    const lacks = async (key: string): Promise<boolean> => !isKnown || (await deps.blobs.stat(key)) === null;
    if (await lacks(thumbnailKey(id)))
      await deps.blobs.put(thumbnailKey(id), await thumbnailOf(content), THUMBNAIL_TYPE);
    if (await lacks(imageKey(id))) await deps.blobs.put(imageKey(id), content, type);
    if (isKnown) return image;
    // Whoever removed it meanwhile, as it came before, may have left these bytes, of which no record would know.
    if (!(await deps.store.confirm(id, events))) continue;
    deps.measured.stored(image.bytes);
    return image;
  }
  throw apiError('SERVICE_UNAVAILABLE');
}
