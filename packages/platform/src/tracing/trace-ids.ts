import { stableId } from '../ids.ts';

/** Trace and span as W3C writes them: 32 and 16 hexadecimal digits. */
export interface TracePlace {
  traceId: string;
  spanId: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const SPAN_DIGITS = 16;

/**
 * A UUID is its own trace id, so that an id found in a log is the one to look for in the tracing system; any other text
 * gives one.
 */
export const traceIdOf = (id: string): string => (uuid.test(id) ? id.replaceAll('-', '').toLowerCase() : stableId(id));

/** The first span of a trace: known to all who know the trace's id, without being told. */
export const rootOf = (id: string): TracePlace => {
  const traceId = traceIdOf(id);
  return { traceId, spanId: stableId(`root of ${traceId}`).slice(0, SPAN_DIGITS) };
};

/** Null for a header that is none, or of a version that is not known. */
export function parseTraceparent(header: string): TracePlace | null {
  const [, traceId, spanId] = traceparent.exec(header) ?? [];
  return traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)
    ? null
    : { traceId, spanId };
}

export const formatTraceparent = ({ traceId, spanId }: TracePlace): string => `00-${traceId}-${spanId}-01`;
