import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one service: its own registry, so that several services can live in one process. */
export interface ServiceMetrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  events: Counter<'topic' | 'group' | 'outcome'>;
  /** How far groups are behind, asked at each scrape. */
  measureLag(ask: () => Promise<Array<{ topic: string; group: string; lag: number }>>): void;
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
      help: 'Events handled, by outcome (ok, failed: they are tried again)',
      labelNames: ['topic', 'group', 'outcome'],
      registers: [registry],
    }),
    measureLag: (ask) =>
      void new Gauge({
        name: 'numscope_events_lag',
        help: 'Events a group has not handled yet',
        labelNames: ['topic', 'group'],
        registers: [registry],
        async collect() {
          // A bus that does not answer must not keep the other figures back.
          const lags = await ask().catch(() => []);
          this.reset();
          for (const { topic, group, lag } of lags) this.set({ topic, group }, lag);
        },
      }),
  };
}
