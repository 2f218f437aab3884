import { once } from 'node:events';
import { apiError, type Call, calls, pathsOf } from '@numscope/contracts';
import { Admission } from '@numscope/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from '../health/readiness.ts';
import { Steps } from '../realtime/steps.ts';
import { mistakenPaths } from './call-paths.ts';
import { guard } from './guard.ts';

const RETRY_S = 1;

/** Anybody may make these, and each makes us work or ask others. */
const costly = new Set<Call>([calls.login, calls.startProviderSignIn, calls.finishProviderSignIn]);

type Forward = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/**
 * Forwards a few at a time of a call that anybody may make and that waits for its turn: what comes in a flood costs
 * auth nothing, not even a connection.
 */
function forwardFew(forward: Forward): Forward {
  const admission = new Admission();
  return (request, reply) =>
    admission.pass(request.ip, async () => {
      const ended = once(reply.raw, 'close');
      await forward(request, reply);
      await ended;
      return reply;
    });
}

/** Forwards a call that takes long, telling that it goes on. */
const toldAs =
  (step: string, steps: Steps, forward: Forward): Forward =>
  (request, reply) => {
    const end = steps.begin(step);
    reply.raw.once('close', end);
    return forward(request, reply);
  };

/** Every call that a service answers, at all its paths. What only services may call has no path here. */
export async function addCallRoutes(
  app: FastifyInstance,
  deps: GatewayDeps,
  readiness: Readiness,
  steps: Steps,
): Promise<void> {
  await app.register(async (scope) => {
    // Bodies are the services' to read: whatever comes in stays an unread stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const { upstream } of Object.values(deps.backends)) await upstream.prepare?.(scope);
    for (const { path, methods } of mistakenPaths())
      scope.route({
        method: methods,
        url: path,
        exposeHeadRoute: false,
        handler: (_request, reply) => reply.callNotFound(),
      });
    const all: readonly Call[] = Object.values(calls);
    for (const call of all) {
      if (call.service === 'gateway' || call.access === 'service') continue;
      const { upstream } = deps.backends[call.service];
      const anyRate: Forward = (request, reply) => upstream.forward(request, reply);
      const step = Steps.of(call);
      const forward = costly.has(call) ? forwardFew(anyRate) : step ? toldAs(step, steps, anyRate) : anyRate;
      for (const path of pathsOf(call)) {
        scope.route({
          method: call.method,
          exposeHeadRoute: call.head ?? false,
          url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
          config: { refusesServices: true },
          ...guard(call, deps.kit),
          handler: (request, reply) => {
            if (!readiness.isReady) throw apiError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_S });
            return forward(request, reply);
          },
        });
      }
    }
  });
}
