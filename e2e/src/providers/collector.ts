import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from '@numscope/testing/local-server';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: Array<{ traceId: string }>;
}

interface Sent {
  resourceSpans: Array<{
    resource: { attributes: Array<{ key: string; value: { stringValue?: string } }> };
    scopeSpans: Array<{ spans: CollectedSpan[] }>;
  }>;
}

/** An OpenTelemetry collector that keeps what it is sent (OTLP over HTTP as JSON). */
export async function startCollector(): Promise<{ url: string; spans: CollectedSpan[]; close: () => Promise<void> }> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Sent).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.end('{}');
    });
  });
  return { ...(await listenLocally(server)), spans };
}
