import type { FastifyInstance } from 'fastify';

/**
 * Connections that may wait to be accepted while the event loop is at work. The kernel drops those beyond, and their
 * senders try again only after one second, then after three: with the usual 511, six hundred logins at once held up
 * everybody who came then. The kernel takes the less of this and `net.core.somaxconn`.
 */
const BACKLOG = 4096;

/** Resolves with the address, as `http://127.0.0.1:8080`. */
export const listenOn = (app: FastifyInstance, host: string, port: number): Promise<string> =>
  app.listen({ host, port, backlog: BACKLOG });
