import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { productVersion } from '@numscope/contracts';
import { noTracer, type Tracer } from '@numscope/platform';

export interface TracerSettings {
  /** The address of an OpenTelemetry collector over HTTP; undefined: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** What part of all traces is kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Traces for a process by its settings; the libraries for it are loaded only where somebody listens. */
export async function tracerFor(service: string, settings: TracerSettings): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (endpoint === undefined) return noTracer;
  const { openTracer } = await import('@numscope/platform/tracing/otel-tracer');
  return openTracer({
    endpoint,
    service,
    version: productVersion,
    instance: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    ratio,
  });
}
