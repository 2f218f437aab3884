import { apiError } from '@numscope/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImagesDeps } from '../deps.ts';
import { imageKey, THUMBNAIL_TYPE, thumbnailKey } from '../pictures/blob-keys.ts';

/**
 * A picture never changes under its id, but may be deleted, and belongs to the one who may see it: that browser may
 * keep it, and asks each time whether it is still there and still to be seen.
 */
const CACHING = 'private, no-cache';

/** Whether the caller has just that content, by a list of tags; `*` is any. */
const hasIt = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/**
 * Streams stored bytes as a picture, or answers 304 to a caller that has them. The key names the content, so that it
 * serves as tag. Of what type it is the records tell: a bucket that was brought back from a folder knows no types.
 * @throws ApiError NOT_FOUND
 */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  form: 'whole' | 'thumbnail',
  deps: ImagesDeps,
): Promise<FastifyReply> {
  const image = await deps.store.find(id);
  if (!image) throw apiError('NOT_FOUND');
  const [key, type] = form === 'whole' ? [imageKey(id), image.type] : [thumbnailKey(id), THUMBNAIL_TYPE];
  const etag = `"${key}"`;
  const headers = {
    etag,
    'cache-control': CACHING,
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (hasIt(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send();
  const blob = await deps.blobs.get(key);
  if (!blob) throw apiError('NOT_FOUND');
  return reply.headers(headers).type(type).header('content-length', blob.info.bytes).send(blob.body);
}
