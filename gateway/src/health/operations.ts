import { apiError } from '@numscope/contracts';
import { bearerOf, isAdmin } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from './readiness.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** `/healthz`, `/readyz` and `/metrics` for what watches over this process. Metrics are for this machine or an administrator's token. */
export function addGatewayOperations(app: FastifyInstance, deps: GatewayDeps, readiness: Readiness): void {
  const mayWatch = (request: FastifyRequest): boolean => {
    if (loopback.test(request.ip)) return true;
    const token = bearerOf(request);
    return token !== null && isAdmin(deps.kit.authenticator.identify(token));
  };

  app.get('/healthz', async () => ({ status: 'UP' }));
  app.get('/readyz', async (_request, reply) => {
    const status = readiness.stateOf([]);
    return reply.code(status === 'UP' ? 200 : 503).send({ status });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayWatch(request)) throw apiError('UNAUTHORIZED');
    return reply.type(deps.kit.metrics.registry.contentType).send(await deps.metrics());
  });
}
