import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Lets a server listen on a free port of this machine; `close` cuts what is still open. */
export async function listenLocally(
  server: HttpServer,
): Promise<{ host: string; url: string; close: () => Promise<void> }> {
  // On a busy machine it would cut an idle connection just when its other end asks again.
  server.keepAliveTimeout = 0;
  const host = `127.0.0.1:${await listen(server)}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { host, url: `http://${host}`, close };
}

/** A port of this machine where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
