export interface SpanFacts {
  name: string;
  /**
   * What the trace is known by: the id of a request or of a job (its trace id follows from it), or a W3C `traceparent`
   * to go on from.
   */
  trace: string;
  /** The first span of the trace, under which all others of the same id stand. */
  root?: boolean;
  kind?: 'server' | 'consumer' | 'internal';
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Other traces that this one comes from, as in `trace`. */
  links?: readonly string[];
}

export interface ActiveSpan {
  /** For calls that are made within it (https://www.w3.org/TR/trace-context/#traceparent-header). */
  readonly traceparent: string;
  /** Runs `work` so that calls made from within belong to this span. */
  within<T>(work: () => T): T;
  set(attributes: Readonly<Record<string, string | number | boolean>>): void;
  /** Null: it went well. */
  end(fault: string | null): void;
}

/** Tells a tracing system what took how long, and what belongs together. */
export interface Tracer {
  /** False: nobody listens, and nothing needs to be made ready. */
  readonly isOn: boolean;
  begin(facts: SpanFacts): ActiveSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

const noSpan: ActiveSpan = { traceparent: '', within: (work) => work(), set: () => undefined, end: () => undefined };

/** For installations without a tracing system. */
export const noTracer: Tracer = { isOn: false, begin: () => noSpan, close: async () => undefined };
