import { errorBody, FaultLog, toApiError } from '@numscope/platform';
import type { FastifyError, FastifyInstance } from 'fastify';

/** Every refusal of the gateway itself leaves through here, in the one shape. */
export function renderGatewayErrors(app: FastifyInstance): void {
  const faults = new FaultLog(app.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = toApiError(error);
    request.auditOutcome = fault.code;
    faults.tell(request, fault, error);
    if (fault.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(fault.retryAfter)));
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  });
}
