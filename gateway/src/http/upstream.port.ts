import type { Call } from '@numscope/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where a checked request goes on to. */
export interface Upstream {
  /** Adds what forwarding needs to the scope whose routes will forward; before any of them. */
  prepare?(scope: FastifyInstance): Promise<void>;
  /**
   * Hands the request over with its body unread. The answer is the upstream's business from now on; `x-request-id` of
   * the raw request is already the id of this request, and what the caller claimed of its own address is gone.
   * @param call which call it is
   */
  forward(request: FastifyRequest, reply: FastifyReply, call: Call): FastifyReply;
}
