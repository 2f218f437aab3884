import { apiError, type Call, calls, pathsOf } from '@numscope/contracts';
import { errorBody, pathFault, UNREADABLE_PATH } from '@numscope/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const outside: readonly Call[] = Object.values(calls);
const patterns = outside
  .filter((call) => call.access !== 'service')
  .flatMap((call) =>
    pathsOf(call).map((path) => ({
      methods: call.head ? [call.method, 'HEAD'] : [call.method],
      match: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  );

/** The methods of a path: of the calls that it may mean, or of a page or file of that very name. */
const methodsAt = (app: FastifyInstance, path: string): string[] => [
  ...new Set([
    ...patterns.filter(({ match }) => match.test(path)).flatMap(({ methods }) => methods),
    ...['GET', 'HEAD'].filter((method) => app.hasRoute({ method, url: path })),
  ]),
];

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

const notPages = /^\/(api|assets|internal|metrics|healthz|readyz)(\/|$)/;

/** What has no route: a page of the console if a browser asks for one, else 405 or 404 in the one shape. */
export function answerUnknown(app: FastifyInstance, page: ((reply: FastifyReply) => FastifyReply) | null): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (page && wantsPage(request) && !notPages.test(path) && path !== UNREADABLE_PATH) return page(reply);
    const methods = methodsAt(app, path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      return reply.code(405).send(errorBody(apiError('METHOD_NOT_ALLOWED'), request.id));
    }
    const fault = pathFault(request.url);
    return reply.code(fault.statusCode).send(errorBody(fault, request.id));
  });
}
