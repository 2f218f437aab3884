import type { Socket } from 'node:net';
import { apiError } from '@numscope/contracts';
import { senderOf } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { EdgeLimits } from './limits.ts';
import { refuseSocket } from './refuse-socket.ts';
import type { Trust } from './sender.ts';

/** When whoever has all its connections may look whether one has ended. */
const RETRY_S = 1;

/** How many of something each sender has: an address of IPv4, or of IPv6 a whole network. */
export class SenderCounts {
  readonly #counts = new Map<string, number>();

  /** Adds one, and says how many there are now. */
  add(address: string): number {
    const sender = senderOf(address);
    const count = (this.#counts.get(sender) ?? 0) + 1;
    this.#counts.set(sender, count);
    return count;
  }

  remove(address: string): void {
    const sender = senderOf(address);
    const count = (this.#counts.get(sender) ?? 1) - 1;
    if (count > 0) this.#counts.set(sender, count);
    else this.#counts.delete(sender);
  }
}

/**
 * Lets nobody take all connections: one sender may have so many, all together so many. A trusted proxy brings many
 * callers.
 */
export function boundConnections(
  app: FastifyInstance,
  { connections, connectionsOfAddress }: Pick<EdgeLimits, 'connections' | 'connectionsOfAddress'>,
  trusts: Trust,
): void {
  const open = new SenderCounts();
  app.server.maxConnections = connections;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || trusts(address)) return;
    socket.once('close', () => open.remove(address));
    if (open.add(address) > connectionsOfAddress)
      refuseSocket(socket, apiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_S }));
  });
}
