import { BlockList, isIPv6 } from 'node:net';
import { apiError } from '@numscope/contracts';
import { bearerOf, isAdmin } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from './readiness.ts';

const thisMachine = rangesOf(['127.0.0.0/8', '::1']);

/** Addresses and ranges, to look others up in. */
function rangesOf(given: readonly string[]): BlockList {
  const ranges = new BlockList();
  for (const text of given) {
    const [address = '', bits] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) ranges.addAddress(address, family);
    else ranges.addSubnet(address, Number(bits), family);
  }
  return ranges;
}

/**
 * `/healthz`, `/readyz` and `/metrics` for what watches over this process. Metrics are for this machine, the addresses
 * of the settings and an administrator's token. What a proxy passes on comes from this machine no more than its sender
 * does: where the sender is not known, the token alone counts.
 */
export function addGatewayOperations(app: FastifyInstance, deps: GatewayDeps, readiness: Readiness): void {
  const named = rangesOf(deps.settings.metricsFrom ?? []);
  const mayWatch = (request: FastifyRequest): boolean => {
    const { ip, sender } = request;
    // IPv4 addresses that came by way of IPv6 are known, too.
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    if (sender === 'direct' && thisMachine.check(ip, family)) return true;
    if (sender !== 'doubtful' && named.check(ip, family)) return true;
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
