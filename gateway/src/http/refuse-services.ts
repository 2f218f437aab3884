import { apiError } from '@numscope/contracts';
import { bearerOf, type ServiceKit } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route refuses services itself, because its refusals are audited. */
    refusesServices?: boolean;
  }
}

/**
 * A token of one of our own services never comes from outside: it is refused, whether it is right, stolen or made up,
 * and whatever is asked for.
 * @throws ApiError UNAUTHORIZED
 */
export function refuseServices(request: FastifyRequest, { authenticator }: Pick<ServiceKit, 'authenticator'>): void {
  const token = bearerOf(request);
  if (token !== null && authenticator.claimsService(token)) throw apiError('UNAUTHORIZED');
}

/**
 * Refuses them everywhere: also where no token is needed, at the console's files, at what there is not, and before a
 * websocket is opened.
 */
export function refuseServicesEverywhere(app: FastifyInstance, kit: ServiceKit): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.refusesServices) refuseServices(request, kit);
    done();
  });
}
