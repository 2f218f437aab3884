import { once } from 'node:events';
import { request } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Certified } from '@numscope/mains/keys/certificates';

export interface TlsProxy {
  port: number;
  close(): Promise<void>;
}

interface Behind {
  host: string;
  port: number;
}

function closing(server: { close(done: () => void): void }, sockets: ReadonlySet<Socket>): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
}

function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
  return socket;
}

/** A proxy that ends TLS and hands on to a server without. With `ca` it lets in only who shows a certificate of it. */
export async function tlsProxy({ cert, key }: Certified, { host, port }: Behind, ca?: string): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  const server = createTls({ cert, key, ...(ca ? { ca, requestCert: true } : {}) }, (socket) => {
    keep(sockets, socket);
    const inside = keep(sockets, connect(port, host));
    socket.pipe(inside).pipe(socket);
    socket.on('close', () => inside.destroy());
    inside.on('close', () => socket.destroy());
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: closing(server, sockets) };
}

/** The same for HTTP, for one user with its password (RFC 7617). */
export async function basicProxy({ cert, key }: Certified, behind: Behind, user: string): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  const expected = `Basic ${Buffer.from(user).toString('base64')}`;
  const server = createHttps({ cert, key }, (asked, answer) => {
    const { authorization, ...headers } = asked.headers;
    if (authorization !== expected) {
      asked.resume();
      answer.writeHead(401, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      answer.end(JSON.stringify({ error: { type: 'security_exception' }, status: 401 }));
      return;
    }
    const inside = request({ ...behind, path: asked.url, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    inside.on('error', () => answer.destroy());
    asked.pipe(inside);
  });
  server.on('connection', (socket) => keep(sockets, socket));
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: closing(server, sockets) };
}
