import type { FastifyInstance } from 'fastify';
import type { Upstream } from './upstream.port.ts';

/**
 * A service in this process: it reads the very request and writes the very answer, so that nothing is copied or
 * buffered.
 */
export const embeddedUpstream = (app: FastifyInstance): Upstream => ({
  forward(request, reply) {
    reply.hijack();
    app.routing(request.raw, reply.raw);
    return reply;
  },
});
