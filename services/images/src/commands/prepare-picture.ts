import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { apiError, limits, type PreparedPicture } from '@numscope/contracts';
import type { ImagesContext } from '../deps.ts';
import { imageKey } from '../pictures/blob-keys.ts';
import { cleanPicture, jpegOf } from '../pictures/clean-picture.ts';

async function storedPicture(id: string, { store, blobs }: ImagesContext): Promise<Buffer> {
  const blob = (await store.find(id)) && (await blobs.get(imageKey(id)));
  if (!blob) throw apiError('NOT_FOUND', { details: { imageId: id } });
  return buffer(blob.body);
}

/**
 * A picture as it may be sent to a provider: whole, upright, without metadata. What is sent in must be a JPEG or PNG; a
 * stored WebP becomes a JPEG.
 * @throws ApiError NOT_AN_IMAGE, IMAGE_TOO_LARGE, NOT_FOUND
 */
export async function preparePicture(
  sent: Uint8Array,
  imageId: string | undefined,
  deps: ImagesContext,
): Promise<PreparedPicture> {
  const bytes = imageId === undefined ? sent : await storedPicture(imageId, deps);
  if (bytes.byteLength === 0) throw apiError('NOT_AN_IMAGE', { status: 400 });
  if (imageId === undefined && bytes.byteLength > limits.personPhotoBytes) throw apiError('IMAGE_TOO_LARGE');
  const { type, content } = await cleanPicture(bytes);
  if (type === 'image/webp' && imageId === undefined) throw apiError('NOT_AN_IMAGE');
  const [sentType, pixels] = type === 'image/webp' ? ['image/jpeg' as const, await jpegOf(content)] : [type, content];
  return {
    type: sentType,
    content: pixels.toString('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
