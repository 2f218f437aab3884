import type { AuditRecord, Call, CarriedEntry } from '@numscope/contracts';
import type { FastifyRequest } from 'fastify';
import { newId } from '../ids.ts';
import type { OutgoingEvent } from '../ports/event-bus.port.ts';
import { auditArgs } from './audit-args.ts';
import { auditEvent } from './audit-recorder.ts';
import { auditNameOf } from './identity.ts';

/** How a handler adds to, or takes over, the audit entry of its call. */
export interface AuditScope {
  /** What happened, in words. */
  details: string;
  /** Adds arguments that are not in the parameters or the JSON body; masked like those. */
  add(args: Record<string, unknown>): void;
  /** Names the user where the token does not (login); the id once it is known whose name that is. */
  as(userName: string, userId?: string): void;
  /**
   * The entry as an event for the handler's own outbox, so that it is kept exactly when the change is. Null when the
   * call is not audited. Once taken, nothing else is recorded unless the call is refused after all.
   *
   * @param outcome OK unless said: the code of an error that came up after the call was answered
   */
  take(outcome?: string): OutgoingEvent | null;
  /**
   * The entry for another service that is asked to make the change, to be kept exactly when that is (`carriedEvents`).
   * As `take` otherwise, which makes the same entry afterwards, as it is known then: where both are kept it is still one.
   */
  hand(): CarriedEntry | undefined;
}

/** The entry of a call for the handler's own outbox; none when the call is not audited. */
export function takenEvents(audit: AuditScope): OutgoingEvent[] {
  const entry = audit.take();
  return entry ? [entry] : [];
}

/**
 * The sender's address. Where no proxy says another, nothing has to be found out about proxies, which costs more than
 * all other checks.
 */
const addressOf = (request: FastifyRequest): string =>
  'x-forwarded-for' in request.raw.headers ? request.ip : (request.socket.remoteAddress ?? request.ip);

/** What is known so far of the audit entry of a call under way. */
export class CallAudit implements AuditScope {
  details: string;
  #extra: Record<string, unknown> = {};
  #user: { userName: string; userId: string | undefined } | null = null;
  #taken = false;
  #handed: string | undefined;
  #fits = false;
  readonly #call: Call;
  readonly #request: FastifyRequest;
  /** Read at once: a sender that has gone when the call ends has no address any more. */
  readonly #ip: string;

  constructor(call: Call, request: FastifyRequest) {
    this.#call = call;
    this.#request = request;
    this.#ip = addressOf(request);
    this.details = call.summary;
  }

  add(args: Record<string, unknown>): void {
    Object.assign(this.#extra, args);
  }

  as(userName: string, userId?: string): void {
    this.#user = { userName, userId };
  }

  take(outcome = 'OK'): OutgoingEvent | null {
    this.#taken = true;
    const record = this.#record(outcome);
    return record && auditEvent(record, this.#request.id, this.#handed);
  }

  hand(): CarriedEntry | undefined {
    this.#taken = true;
    const record = this.#record('OK');
    return record ? { ...record, id: (this.#handed ??= newId()), trace: this.#request.id } : undefined;
  }

  /** To be called once what was asked is known to fit the call's schemas. */
  fits(): void {
    this.#fits = true;
  }

  /** The entry of a finished call, or null when nothing is left to record. */
  finish(outcome: string): AuditRecord | null {
    return this.#taken && outcome === 'OK' ? null : this.#record(outcome);
  }

  #record(outcome: string): AuditRecord | null {
    if (!this.#call.audit) return null;
    const { identity } = this.#request;
    const user = this.#user ?? (identity && { userName: auditNameOf(identity), userId: identity.userId });
    return {
      actionType: this.#call.audit,
      createdTimestamp: Date.now(),
      details: this.details,
      username: user?.userName ?? 'anonymous',
      userId: user?.userId,
      ip: this.#ip,
      args: auditArgs(this.#call, this.#request, this.#fits, this.#extra),
      outcome,
    };
  }
}
