import { apiError } from '@numscope/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImagesDeps } from '../deps.ts';

/** A picture never changes under its id, but belongs to the one who may see it: kept by that browser only, for that token only. */
const CACHING = 'private, max-age=31536000, immutable';

/**
 * Streams stored bytes as a picture, or answers 304 to a caller that has them.
 * @throws ApiError NOT_FOUND
 */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  key: string,
  deps: ImagesDeps,
): Promise<FastifyReply> {
  if (!(await deps.store.find(id))) throw apiError('NOT_FOUND');
  const etag = `"${key}"`;
  reply.headers({
    etag,
    'cache-control': CACHING,
    vary: 'authorization',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const blob = await deps.blobs.get(key);
  if (!blob) throw apiError('NOT_FOUND');
  return reply.type(blob.info.contentType).header('content-length', blob.info.bytes).send(blob.body);
}
