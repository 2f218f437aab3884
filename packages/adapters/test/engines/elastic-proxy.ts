import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * What the proxy does with a request: lets it through, cuts the line, refuses it with a status, or lets it through and
 * changes or holds the answer.
 */
export type Doing = 'pass' | 'cut' | number | ((answer: string) => string | Promise<string>);

/** A proxy before a real Elasticsearch that can be told to misbehave. */
export async function openElasticProxy(target: string, decide: (asked: Asked) => Doing) {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const doing = decide({ method: request.method ?? 'GET', path: request.url ?? '', headers: request.headers, body });
    if (doing === 'cut') return void request.socket.destroy();
    response.setHeader('x-elastic-product', 'Elasticsearch');
    response.setHeader('content-type', 'application/vnd.elasticsearch+json;compatible-with=9');
    if (typeof doing === 'number') {
      response.statusCode = doing;
      return void response.end(JSON.stringify({ error: { type: 'es_rejected_execution_exception' }, status: doing }));
    }
    const { 'content-type': type = 'application/json', accept = 'application/json' } = request.headers;
    const answer = await fetch(new URL(request.url ?? '', target), {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, accept },
      ...(body ? { body } : {}),
    });
    response.statusCode = answer.status;
    const answered = await answer.text();
    response.end(doing === 'pass' ? answered : await doing(answered));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
