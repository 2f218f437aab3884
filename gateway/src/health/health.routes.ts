import { apiError, calls, productVersion, type ServiceHealth } from '@numscope/contracts';
import { healthCheck, reasonOf, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Readiness } from './readiness.ts';

const GATEWAY = 'gateway';

/** Health of each service, of the gateway, and of all together. */
export function addHealthRoutes(app: FastifyInstance, deps: GatewayDeps, readiness: Readiness): void {
  const own = healthCheck(GATEWAY, { bus: () => deps.bus.check() });
  const backends = new Map(Object.entries(deps.backends));
  const ask = async (name: string, wanted: { queues?: boolean } = {}): Promise<ServiceHealth> => {
    try {
      if (name === GATEWAY) return await own();
      const backend = backends.get(name);
      if (!backend) throw apiError('NOT_FOUND', { details: { service: name } });
      return await backend.health(wanted);
    } catch (error) {
      if (!backends.has(name)) throw error;
      return {
        name,
        status: 'DOWN',
        version: productVersion,
        checks: [{ name: 'reachable', status: 'DOWN', message: reasonOf(error) }],
      };
    }
  };
  const askAll = (wanted: { queues?: boolean } = {}) =>
    Promise.all([GATEWAY, ...backends.keys()].map((name) => ask(name, wanted)));

  route(app, calls.health, async ({ reply }) => {
    const services = readiness.isReady ? await askAll() : [];
    const status = readiness.stateOf(services.map((service) => service.status));
    if (status !== 'UP') reply.code(503);
    return { status };
  });

  route(app, calls.healthAll, async () => {
    const services = await askAll({ queues: true });
    return { status: readiness.stateOf(services.map((service) => service.status)), services };
  });

  route(app, calls.healthOne, ({ params }) => ask(params.service));
}
