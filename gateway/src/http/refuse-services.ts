import { apiError } from '@numscope/contracts';
import { bearerOf, type ServiceKit } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Its refusal is told to the audit here: it got as far as the check of its token and rights, and no service tells of
     * it.
     */
    isAuditedHere: boolean;
  }
}

/**
 * A token of one of our own services never comes from outside: it is refused, whether it is right, stolen or made up,
 * and whatever is asked for. Also where no token is needed, at the console's files, at what there is not, and before a
 * websocket is opened.
 */
export function refuseServicesEverywhere(app: FastifyInstance, { authenticator }: ServiceKit): void {
  app.decorateRequest('isAuditedHere', false);
  app.addHook('onRequest', (request, _reply, done) => {
    request.isAuditedHere = true;
    const token = bearerOf(request);
    if (token !== null && authenticator.claimsService(token)) throw apiError('UNAUTHORIZED');
    done();
  });
}
