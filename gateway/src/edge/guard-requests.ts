import type { FastifyInstance } from 'fastify';
import { makeStrict } from '../http/strict-answer.ts';
import { boundConnections } from './connections.ts';
import type { EdgeLimits } from './limits.ts';
import { wasRefused } from './refuse-socket.ts';
import { knowSender, type Trust } from './sender.ts';
import { endSlowBodies } from './slow-bodies.ts';

/**
 * What each request comes by before anything else looks at it. One hook: to run another costs each call more than what
 * it would do.
 */
export function guardRequests(app: FastifyInstance, limits: EdgeLimits, trusts: Trust): void {
  boundConnections(app, limits, trusts);
  app.addHook('preClose', (done) => {
    // A request that never comes to its end would keep the process until that is ended by force, stores and all.
    setTimeout(() => app.server.closeAllConnections(), limits.endingMs).unref();
    done();
  });
  const watchBody = endSlowBodies(app, limits);
  app.decorateRequest('sender', 'direct');
  app.addHook('onRequest', (request, reply, done) => {
    if (wasRefused(request.raw.socket)) {
      reply.hijack();
      return;
    }
    makeStrict(reply.raw);
    watchBody(request.raw, reply.raw);
    knowSender(request, reply, trusts);
    done();
  });
}
