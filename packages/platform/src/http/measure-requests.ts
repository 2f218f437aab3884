import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceMetrics } from '../runtime/metrics.ts';

type Requests = ServiceMetrics['requests'];
type Times = ReturnType<Requests['labels']>;

/** The times of one route, by method and status. Each kind is looked up in the metrics once, not for each request. */
class RouteTimes {
  readonly #requests: Requests;
  readonly #route: string;
  readonly #known = new Map<string, Map<number, Times>>();

  constructor(requests: Requests, route: string) {
    this.#requests = requests;
    this.#route = route;
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    this.#of(request.method, reply.statusCode).observe(reply.elapsedTime / 1000);
  }

  #of(method: string, status: number): Times {
    const known = this.#known.get(method)?.get(status);
    if (known) return known;
    const times = this.#requests.labels(method, this.#route, String(status));
    this.#known.set(method, new Map(this.#known.get(method)).set(status, times));
    return times;
  }
}

/** Tells how long each route takes to answer; what has none is `unknown`. Added before any route. */
export function measureRequests(app: FastifyInstance, requests: Requests): void {
  app.addHook('onRoute', (route) => {
    const times = new RouteTimes(requests, route.url);
    route.onResponse = [route.onResponse ?? []].flat().concat((request, reply, done) => {
      times.add(request, reply);
      done();
    });
  });
  const ofNone = new RouteTimes(requests, 'unknown');
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) ofNone.add(request, reply);
    done();
  });
}
