import { apiError } from '@numscope/contracts';
import { errorBody, pathFault, UNREADABLE_PATH } from '@numscope/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callMethodsAt } from './call-paths.ts';

/** What the router reads as a pattern when it is asked for a route, and may refuse; no page or file is called so. */
const PATTERN = /[:*]/;

/** The methods of a path: of the calls that it means, or of a page or file of that very name. */
function methodsAt(app: FastifyInstance, path: string): string[] {
  const ofCalls = callMethodsAt(path);
  if (ofCalls.length > 0 || PATTERN.test(path)) return ofCalls;
  return ['GET', 'HEAD'].filter((method) => app.hasRoute({ method, url: path }));
}

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

const notPages = /^\/(api|assets|internal|metrics|healthz|readyz)(\/|$)/;

/** What has no route: a page of the console if a browser asks for one, else 405 or 404 in the one shape. */
export function answerUnknown(
  app: FastifyInstance,
  page: ((reply: FastifyReply) => Promise<FastifyReply>) | null,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (page && wantsPage(request) && !notPages.test(path) && path !== UNREADABLE_PATH) return page(reply);
    const methods = methodsAt(app, path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      return reply.code(405).send(errorBody(apiError('METHOD_NOT_ALLOWED'), request.id));
    }
    const fault = pathFault(request.url);
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  };
  // Before anything is read or asked of a body that belongs to nothing.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply).catch((error: unknown) => reply.send(error));
    else done();
  });
  app.setNotFoundHandler(answer);
}
