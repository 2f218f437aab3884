import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActiveSpan, Tracer } from '../ports/tracer.port.ts';
import { parseTraceparent } from './trace-ids.ts';

const SERVER_FAULT = 500;

/**
 * A span for each request of an app. With `root` (the outermost app) it begins the trace of the request's id, unless
 * the caller has one of its own; whoever the raw request is handed on to is told in `traceparent`.
 */
export function traceRequests(app: FastifyInstance, { tracer }: { tracer: Tracer }, { root }: { root: boolean }): void {
  if (!tracer.isOn) return;
  const spans = new WeakMap<FastifyRequest, ActiveSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.raw.headers['traceparent'];
    const given = typeof header === 'string' && parseTraceparent(header) !== null ? header : null;
    const route = request.routeOptions.url ?? 'unknown';
    const span = tracer.begin({
      name: `${request.method} ${route}`,
      trace: given ?? request.id,
      root: root && given === null,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'numscope.request': request.id },
    });
    request.raw.headers['traceparent'] = span.traceparent;
    spans.set(request, span);
    span.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= SERVER_FAULT ? `answered ${reply.statusCode}` : null);
    done();
  });
}
