import { ApiError, apiError, type ErrorBody } from '@numscope/contracts';
import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { codeOf, isError, TransientError } from '../errors.ts';
import { FaultLog } from './fault-log.ts';
import { UNREADABLE_PATH } from './request-path.ts';

/** A list of a hundred thousand wrong items is not answered with as many faults. */
const MOST_DETAILS = 20;

/** What a caller learns of any fault. Only what we did not foresee becomes 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TransientError) return apiError('SERVICE_UNAVAILABLE', { cause: error });
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { validation } = error;
    const details = validation.slice(0, MOST_DETAILS).map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message,
    }));
    const more = validation.length - details.length;
    return apiError('INVALID', {
      details: more > 0 ? [...details, { field: '', message: `and ${more} more` }] : details,
      cause: error,
    });
  }
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return apiError('BODY_TOO_LARGE', { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return apiError('UNSUPPORTED_TYPE', { cause: error });
  if (code === 'ENOSPC' || (isError(error) && /database or disk is full/i.test(error.message)))
    return apiError('NO_ROOM', { cause: error });
  const status = isError(error) && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 429) return apiError('TOO_MANY_REQUESTS', { cause: error });
  if (status >= 400 && status < 500) {
    return apiError('INVALID', {
      status,
      details: isError(error) ? [{ message: error.message }] : undefined,
      cause: error,
    });
  }
  return apiError('INTERNAL', { cause: error });
}

export const errorBody = (fault: ApiError, requestId: string): ErrorBody => ({
  statusCode: fault.statusCode,
  code: fault.code,
  message: fault.message,
  ...(fault.details === undefined ? {} : { details: fault.details }),
  requestId,
});

/** What is wrong with a path that no route has. */
export const pathFault = (url: string): ApiError =>
  url === UNREADABLE_PATH
    ? apiError('INVALID', { details: [{ field: 'path', message: 'is over-long, or no text after its percent signs' }] })
    : apiError('NOT_FOUND');

/** Every refusal and fault of a route leaves through here, in the one shape. */
export function renderFaults(app: FastifyInstance): void {
  const faults = new FaultLog(app.log);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = toApiError(error);
    request.auditOutcome = fault.code;
    faults.tell(request, fault, error);
    if (fault.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(fault.retryAfter)));
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  });
}

/** The same, and what is answered to a path that no route has. */
export function renderErrors(app: FastifyInstance): void {
  renderFaults(app);
  app.setNotFoundHandler((request, reply) => {
    const fault = pathFault(request.url);
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  });
}
