import { once } from 'node:events';
import { apiError, type Call, limits } from '@numscope/contracts';
import { Admission, senderOf } from '@numscope/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Forward = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

const WINDOW_MS = 60_000;

/** Lets few of a call of one caller be under way, until each is answered or its caller has gone. */
function forwardFew(callerOf: (request: FastifyRequest) => string, admission: Admission, forward: Forward): Forward {
  return (request, reply) =>
    admission.pass(callerOf(request), async () => {
      // Whoever hung up while the caller was looked up closes nothing any more.
      const ended = reply.raw.closed ? null : once(reply.raw, 'close');
      await forward(request, reply);
      await ended;
      return reply;
    });
}

/** Whoever it is: all logins and keys of a user are one. */
const userOf = ({ identity, ip }: FastifyRequest): string => identity?.userId ?? ip;

/**
 * What bounds the costly calls of each caller at this gateway: few under way of each call, and `perMinute` of it. What
 * comes in a flood costs the services nothing, not even a connection. Of a call that anybody may make, the services
 * count by what they know: a wrong password costs more than a right one.
 */
export function boundsOfCosts(app: FastifyInstance, perMinute: number): (call: Call, forward: Forward) => Forward {
  return (call, forward) => {
    if (call.access === 'public') return forwardFew(({ ip }) => senderOf(ip), new Admission(), forward);
    const few = forwardFew(userOf, new Admission(limits.costlyAtOnce), forward);
    const count = app.createRateLimit({ max: perMinute, timeWindow: WINDOW_MS, keyGenerator: userOf });
    return async (request, reply) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded)
        throw apiError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, counted.ttlInSeconds) });
      return few(request, reply);
    };
  };
}
