import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one service: its own registry, so that several services can live in one process. */
export interface ServiceMetrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  events: Counter<'topic' | 'group' | 'outcome'>;
  lag: Gauge<'topic' | 'group'>;
}

export function createMetrics(service: string, withProcess: boolean): ServiceMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (withProcess) collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'numscope_http_request_seconds',
      help: 'Time to answer a request, in seconds',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    events: new Counter({
      name: 'numscope_events_total',
      help: 'Events handled, by outcome (ok, retried, dead)',
      labelNames: ['topic', 'group', 'outcome'],
      registers: [registry],
    }),
    lag: new Gauge({
      name: 'numscope_events_lag',
      help: 'Events a group has not handled yet',
      labelNames: ['topic', 'group'],
      registers: [registry],
    }),
  };
}
