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
  #identity: Identity | null = null;

  constructor(kit: ServiceKit, request: FastifyRequest) {
    this.#kit = kit;
    this.#id = request.id;
    this.ip = request.ip;
  }

  /** It is known whose it is, admitted or not. */
  isOf(identity: Identity): void {
    this.#identity = identity;
  }

  opened(socket: ClientSocket): void {
    this.#record('OK', { tells: socket.heard }, this.#identity?.userId);
  }

  /** Audited as by nobody known, whose refusals are counted after the first: a refused client comes again at once. */
  refused(outcome: ErrorCode): void {
    this.#record(outcome, {}, undefined);
  }

  #record(outcome: string, args: Record<string, unknown>, userId: string | undefined): void {
    const details = 'Listen to what changes';
    const entry = {
      actionType: 'PROFILE' as const,
      createdTimestamp: Date.now(),
      details,
      username: this.#identity ? auditNameOf(this.#identity) : 'anonymous',
      userId,
      ip: this.ip,
      args,
      outcome,
    };
    this.#kit.audit.recordCall(entry, 'websocket', this.#id);
  }
}
