import rateLimit from '@fastify/rate-limit';
import { apiError } from '@numscope/contracts';
import { senderOf } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';

const WINDOW_MS = 1000;
const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/**
 * Counts the requests of each sender; beyond `perSecond` they are answered 429 with Retry-After until the second is
 * over. A hook of the whole app, so that it comes before any other check and holds for unknown paths and upgrades as
 * well.
 */
export async function limitRate(app: FastifyInstance, perSecond: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perSecond,
    timeWindow: WINDOW_MS,
    cache: 20_000,
    keyGenerator: ({ ip }) => senderOf(ip),
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => apiError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, ttl / 1000) }),
  });
  app.addHook('onRequest', app.rateLimit());
}
