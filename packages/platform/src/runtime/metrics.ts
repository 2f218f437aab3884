import type { QueueState } from '@numscope/contracts';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { readCounter, readGauge } from './measures.ts';

export { Counter, Histogram, Registry } from 'prom-client';

/** The metrics of one service: its own registry, so that several services can live in one process. */
export interface ServiceMetrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  events: Counter<'topic' | 'group' | 'outcome'>;
  deadLetters: Counter<'topic' | 'group'>;
  /** How far groups are behind, asked at each scrape and by `queues`. */
  measureLag(ask: () => Promise<Array<{ topic: string; group: string; lag: number }>>): void;
  /** How far groups are behind now; none before `measureLag`. */
  queues(): Promise<QueueState[]>;
  /** What the service's outbox has done, asked at each scrape. */
  measureOutbox(relay: { readonly figures: OutboxFigures }): void;
}

/** What a relay has done since the start, in plain numbers: counting them costs nothing. */
export interface OutboxFigures {
  /** Events that the bus took. */
  sent: number;
  /** Tries that the bus or the store refused. */
  failed: number;
  /** Milliseconds since the relay last had nothing left to send; 0 when it has nothing. */
  behindMs: number;
}

function measureOutbox(registry: Registry, relay: { readonly figures: OutboxFigures }): void {
  readCounter(
    registry,
    { name: 'numscope_outbox_sent_total', help: 'Events that went from the records to the bus' },
    () => [[{}, relay.figures.sent]],
  );
  readCounter(
    registry,
    { name: 'numscope_outbox_failures_total', help: 'Tries to send events that the bus or the records refused' },
    () => [[{}, relay.figures.failed]],
  );
  readGauge(
    registry,
    {
      name: 'numscope_outbox_behind_seconds',
      help: 'How long events in the records have been waiting for the bus; 0 when none wait',
    },
    () => [[{}, relay.figures.behindMs / 1000]],
  );
}

/** How often the event loop is looked at: every 10 ms, as is usual, takes 0.5% of a core for that alone, every 50 ms 0.1%. What is told of stalls begins at half a second (`infra/observability/alerts.yml`). */
const LOOP_LOOK_MS = 250;

export function createMetrics(service: string, withProcess: boolean): ServiceMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (withProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  let askLag: Parameters<ServiceMetrics['measureLag']>[0] = async () => [];
  return {
    registry,
    queues: async () => (await askLag()).map(({ topic, group, lag }) => ({ topic, group, waiting: lag })),
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
    deadLetters: new Counter({
      name: 'numscope_dead_letters_total',
      help: 'Events that a group gave up, or that are too large to be published: they lie with the dead letters',
      labelNames: ['topic', 'group'],
      registers: [registry],
    }),
    measureOutbox: (relay) => measureOutbox(registry, relay),
    measureLag: (ask) => {
      askLag = ask;
      readGauge(
        registry,
        { name: 'numscope_events_lag', help: 'Events a group has not handled yet', labelNames: ['topic', 'group'] },
        async () => (await ask()).map(({ topic, group, lag }) => [{ topic, group }, lag] as const),
      );
    },
  };
}
