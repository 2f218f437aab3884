import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where a checked request goes on to. */
export interface Upstream {
  /**
   * Hands the request over with its body unread. The answer is the upstream's business from now on; `x-request-id` of the raw request
   * is already the id of this request, and what the caller claimed of its own address is gone.
   */
  forward(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}
