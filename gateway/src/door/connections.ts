import type { Socket } from 'node:net';
import { apiError } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type { DoorLimits } from './limits.ts';
import { refuseSocket } from './refuse-socket.ts';
import type { Trust } from './sender.ts';

/** How many of something each address has. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();

  /** Adds one, and says how many there are now. */
  add(address: string): number {
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count;
  }

  remove(address: string): void {
    const count = (this.#counts.get(address) ?? 1) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}

/**
 * Lets nobody take all connections: one address may have so many, all together so many. A trusted proxy brings many
 * callers.
 */
export function boundConnections(
  app: FastifyInstance,
  { connections, connectionsOfAddress }: Pick<DoorLimits, 'connections' | 'connectionsOfAddress'>,
  trusts: Trust,
): void {
  const open = new AddressCounts();
  app.server.maxConnections = connections;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || trusts(address)) return;
    socket.once('close', () => open.remove(address));
    if (open.add(address) > connectionsOfAddress) refuseSocket(socket, apiError('TOO_MANY_REQUESTS'));
  });
}
