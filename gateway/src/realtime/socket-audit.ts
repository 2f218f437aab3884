import type { ErrorCode } from '@numscope/contracts';
import { auditNameOf, type Identity, type ServiceKit } from '@numscope/platform';
import type { FastifyRequest } from 'fastify';
import type { ClientSocket } from './client-socket.ts';

/** Records who opened a websocket and what it tells from then on, once for each; and who was refused one. */
export class SocketAudit {
  readonly #kit: ServiceKit;
  readonly #id: string;
  /** Read at once: a sender that has gone has no address any more. */
  readonly ip: string;

  constructor(kit: ServiceKit, request: FastifyRequest) {
    this.#kit = kit;
    this.#id = request.id;
    this.ip = request.ip;
  }

  opened(socket: ClientSocket, identity: Identity): void {
    this.#record(identity, 'OK', { tells: socket.heard });
  }

  refused(outcome: ErrorCode): void {
    this.#record(null, outcome, {});
  }

  #record(identity: Identity | null, outcome: string, args: Record<string, unknown>): void {
    const details = 'Listen to what changes';
    const entry = {
      actionType: 'PROFILE' as const,
      createdTimestamp: Date.now(),
      details,
      username: identity ? auditNameOf(identity) : 'anonymous',
      userId: identity?.userId,
      ip: this.ip,
      args,
      outcome,
    };
    this.#kit.audit.recordCall(entry, 'websocket', this.#id);
  }
}
