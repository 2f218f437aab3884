import { errorBody, toApiError } from '@numscope/platform';
import type { FastifyError, FastifyInstance } from 'fastify';

/** Every refusal of the gateway itself leaves through here, in the one shape. */
export function renderGatewayErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = toApiError(error);
    request.auditOutcome = fault.code;
    if (fault.code === 'INTERNAL') request.log.error({ err: error }, 'a request failed at the gateway');
    if (fault.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(fault.retryAfter)));
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  });
}
