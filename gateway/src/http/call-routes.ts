import { apiError, type Call, calls, pathsOf } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from '../health/readiness.ts';
import { Steps } from '../realtime/steps.ts';
import { mistakenPaths } from './call-paths.ts';
import { boundsOfCosts, type Forward } from './costly-calls.ts';
import { ExportsUnderWay } from './exports-under-way.ts';
import { guard } from './guard.ts';

const RETRY_S = 1;

/** Forwards a call that takes long, telling that it goes on. */
const toldAs =
  (step: string, steps: Steps, forward: Forward): Forward =>
  (request, reply) => {
    // Whoever hung up while the caller was looked up closes nothing any more: the step would never be over.
    if (!reply.raw.closed) reply.raw.once('close', steps.begin(step));
    return forward(request, reply);
  };

/** Every call that a service answers, at all its paths. What only services may call has no path here. */
export async function addCallRoutes(
  app: FastifyInstance,
  deps: GatewayDeps,
  readiness: Readiness,
  steps: Steps,
  exports: ExportsUnderWay,
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
    const bound = boundsOfCosts(app, deps.settings.costlyPerMinute);
    const all: readonly Call[] = Object.values(calls);
    for (const call of all) {
      if (call.service === 'gateway' || call.access === 'service') continue;
      const { upstream } = deps.backends[call.service];
      const anyRate: Forward = (request, reply) => upstream.forward(request, reply, call);
      const step = Steps.of(call);
      const isWatched = ExportsUnderWay.watches(call);
      const watched = isWatched ? exports.watched(call, anyRate) : anyRate;
      const told = step ? toldAs(step, steps, watched) : watched;
      const forward = call.costly ? bound(call, told) : told;
      const own = guard(call, deps.kit);
      const guarded = isWatched ? { ...own, onRequest: [exports.remember, own.onRequest] } : own;
      for (const path of pathsOf(call)) {
        scope.route({
          method: call.method,
          exposeHeadRoute: call.head ?? false,
          url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
          ...guarded,
          handler: (request, reply) => {
            if (!readiness.isReady) throw apiError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_S });
            return forward(request, reply);
          },
        });
      }
    }
  });
}
