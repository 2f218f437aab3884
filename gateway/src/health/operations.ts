import { apiError } from '@numscope/contracts';
import { AddressRanges, bearerOf, isAdmin } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from './readiness.ts';

const thisMachine = new AddressRanges(['127.0.0.0/8', '::1']);

/**
 * `/healthz`, `/readyz` and `/metrics` for what watches over this process. Metrics are for this machine, the addresses
 * of the settings and an administrator's token. What a proxy passes on comes from this machine no more than its sender
 * does: where the sender is not known, the token alone counts.
 */
export function addGatewayOperations(app: FastifyInstance, deps: GatewayDeps, readiness: Readiness): void {
  const named = new AddressRanges(deps.settings.metricsFrom ?? []);
  const mayWatch = (request: FastifyRequest): boolean => {
    const { ip, sender } = request;
    if (sender === 'direct' && thisMachine.has(ip)) return true;
    if (sender !== 'doubtful' && named.has(ip)) return true;
    const token = bearerOf(request);
    if (token === null) return false;
    const identity = deps.kit.authenticator.identify(token);
    return isAdmin(identity) && identity.key === undefined;
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
