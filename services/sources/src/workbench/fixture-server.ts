import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { createServer } from '@numscope/platform/http/node-http';
import type { Exchange } from '../presets/preset-file.ts';

const BODY_BYTES = 1024 * 1024;

export interface FixtureServer {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** The exchanges that nobody asked for. */
  unused(): Exchange[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isSameBody(wanted: unknown, text: string, type: string): boolean {
  if (wanted === undefined) return true;
  if (type.includes('x-www-form-urlencoded'))
    return isDeepStrictEqual({ ...(wanted as object) }, Object.fromEntries(new URLSearchParams(text)));
  try {
    return isDeepStrictEqual(wanted, typeof wanted === 'string' ? text : JSON.parse(text));
  } catch {
    return false;
  }
}

const hasAll = (wanted: Readonly<Record<string, string>>, valueOf: (name: string) => unknown): boolean =>
  Object.entries(wanted).every(([name, value]) => valueOf(name) === value);

/**
 * Answers on this machine what a provider's documentation says that it answers. Asked the same way several times, it
 * gives the answers in their order, the last one again and again. Whoever brings other credentials gets 401, whoever
 * asks for something else 404.
 */
export async function startFixture(exchanges: readonly Exchange[]): Promise<FixtureServer> {
  const asked = new Map<Exchange, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fixture');
      const text = await bodyOf(request);
      const type = request.headers['content-type'] ?? '';
      const fitting = exchanges.filter(
        ({ request: { method, path, query, body } }) =>
          method === request.method &&
          path === decodeURIComponent(url.pathname) &&
          hasAll(query, (name) => url.searchParams.get(name)) &&
          isSameBody(body, text, type),
      );
      const allowed = fitting.filter(({ request: { headers } }) =>
        hasAll(headers, (name) => request.headers[name.toLowerCase()]),
      );
      const exchange = allowed.find((one) => !asked.has(one)) ?? allowed.at(-1);
      if (!exchange) {
        const status = fitting.length > 0 ? 401 : 404;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ fixture: `${request.method} ${request.url} is not in it` }));
        return;
      }
      asked.set(exchange, (asked.get(exchange) ?? 0) + 1);
      const { status, headers, body } = exchange.answer;
      response.writeHead(
        status,
        typeof body === 'string' ? headers : { 'content-type': 'application/json', ...headers },
      );
      response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a fixture needs a port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    unused: () => exchanges.filter((exchange) => !asked.has(exchange)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
