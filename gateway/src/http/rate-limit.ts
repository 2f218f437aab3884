import { apiError } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import { Rates } from '../door/rates.ts';
import { senderNetwork } from '../door/sender-network.ts';

const WINDOW_MS = 1000;

/**
 * Counts the requests of each sender; beyond `perSecond` they are answered 429 with Retry-After until the second is
 * over. A hook of the whole app, so that it comes before any other check and holds for unknown paths and upgrades as
 * well.
 */
export function limitRate(app: FastifyInstance, perSecond: number): void {
  const rates = new Rates(perSecond, WINDOW_MS);
  app.addHook('onRequest', (request, _reply, done) => {
    if (rates.take(senderNetwork(request.ip)) > 0) throw apiError('TOO_MANY_REQUESTS', { retryAfter: 1 });
    done();
  });
}
