import {
  type Context,
  context,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as api,
  TraceFlags,
} from '@opentelemetry/api';
import { withoutEndSlashes } from '@numscope/contracts/end-slashes';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanFacts, Tracer } from '../ports/tracer.port.ts';
import { carryTracesBy } from './carry-trace.ts';
import { formatTraceparent, parseTraceparent, rootOf, type TracePlace } from './trace-ids.ts';

export interface TracerOptions {
  /** The address of an OTLP collector over HTTP, as `http://host:4318`; spans go to its `/v1/traces`. */
  endpoint: string;
  service: string;
  version: string;
  /** Tells instances of one service apart. */
  instance: string;
  /** What part of all traces is kept, 0 to 1; a trace is kept whole or not at all, whoever works at it. */
  ratio: number;
}

const EXPORT_TIMEOUT_MS = 10_000;
const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

/** Random ids, but for a trace's first span, whose ids follow from what the trace is known by. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  given: TracePlace | null = null;

  generateTraceId(): string {
    return this.given?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.given?.spanId ?? this.#random.generateSpanId();
  }
}

const placeOf = (id: string): TracePlace => parseTraceparent(id) ?? rootOf(id);
const contextOf = (place: TracePlace) => ({ ...place, traceFlags: TraceFlags.SAMPLED, isRemote: true });

/**
 * Sends spans to an OpenTelemetry collector, in groups. Loaded only where one is configured. What the collector does
 * not take is dropped.
 */
export function openTracer({ endpoint, service, version, instance, ratio }: TracerOptions): Tracer {
  // Calls to other services take the place of the span they are made within along.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  carryTracesBy((headers) => propagator.inject(context.active(), headers, defaultTextMapSetter));
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': instance,
    }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${withoutEndSlashes(endpoint)}/v1/traces`,
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      }),
    ],
  });
  const tracer = provider.getTracer('numscope', version);

  const start = ({ name, trace, root = false, kind = 'internal', attributes = {}, links = [] }: SpanFacts) => {
    const parent: Context = root ? ROOT_CONTEXT : api.setSpanContext(ROOT_CONTEXT, contextOf(placeOf(trace)));
    ids.given = root ? rootOf(trace) : null;
    try {
      return tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes: { ...attributes },
          links: links.map((link) => ({ context: contextOf(placeOf(link)) })),
        },
        parent,
      );
    } finally {
      ids.given = null;
    }
  };

  return {
    isOn: true,
    begin(facts) {
      const span = start(facts);
      return {
        traceparent: formatTraceparent(span.spanContext()),
        within: (work) => context.with(api.setSpan(ROOT_CONTEXT, span), work),
        set: (attributes) => void span.setAttributes({ ...attributes }),
        end(fault) {
          if (fault !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
          span.end();
        },
      };
    },
    async close() {
      await provider.shutdown();
      context.disable();
      carryTracesBy(null);
    },
  };
}
