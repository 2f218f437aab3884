import { apiError, type AuditRecord, type Call, calls, pathsOf, requiredParameter } from '@numscope/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { OutgoingEvent } from '../ports/event-bus.port.ts';
import type { Output } from '../ports/service-client.port.ts';
import { authorise, identifyCaller } from './access.ts';
import { auditArgs } from './audit-args.ts';
import { auditEvent } from './audit-recorder.ts';
import { auditNameOf, type Identity, isService } from './identity.ts';

/** What a handler gets: everything parsed by the call's own schemas, and the caller checked by its declaration. */
export interface CallContext<C extends Call> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
  /** Null only for public calls without a token. */
  identity: Identity | null;
  /** The caller's name, `anonymous` without a token. */
  userName: string;
  requestId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  audit: AuditScope;
}

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
}

export type CallHandler<C extends Call> = (context: CallContext<C>) => Promise<z.input<C['answer']> | FastifyReply>;

const names = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]));

/** The name a call goes by in errors and in the API description. */
export const nameOf = (call: Call): string => names.get(call) ?? call.path;

/** @throws ApiError PURPOSE_REQUIRED */
function checkPurpose(query: unknown): void {
  const says = typeof query === 'object' && query !== null && 'purpose' in query && query.purpose !== undefined;
  if (!says) throw apiError('PURPOSE_REQUIRED');
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * The sender's address. Where no proxy says another, nothing has to be found out about proxies, which costs more than
 * all other checks.
 */
const addressOf = (request: FastifyRequest): string =>
  'x-forwarded-for' in request.raw.headers ? request.ip : (request.socket.remoteAddress ?? request.ip);

class CallAudit implements AuditScope {
  details: string;
  #extra: Record<string, unknown> = {};
  #user: { userName: string; userId: string | undefined } | null = null;
  #taken = false;
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
    return record && auditEvent(record, this.#request.id);
  }

  /** From now on it is known that what was asked fits the call's schemas. */
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

/**
 * Adds a call to a service: its paths, the check of token and role, the parsing of what comes in and the audit entry,
 * all by the call's declaration. The handler returns the answer, or the reply after having sent it.
 */
export function route<C extends Call>(app: FastifyInstance, call: C, handler: CallHandler<C>): void {
  const { authenticator, audit } = app.kit;
  const scopes = new WeakMap<FastifyRequest, CallAudit>();
  const needsBody = call.body !== undefined && !call.body.safeParse(undefined).success && call.accepts !== 'multipart';
  // A schema that takes null, too, tells an absent body from an empty one itself.
  const mayLackBody = call.body instanceof z.ZodOptional && !call.body.safeParse(null).success;

  for (const path of pathsOf(call)) {
    app.route({
      method: call.method,
      url: fastifyPath(path),
      exposeHeadRoute: call.head ?? false,
      ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
      schema: {
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body && call.accepts !== 'multipart' ? { body: call.body } : {}),
      },
      onRequest: async (request) => {
        scopes.set(request, new CallAudit(call, request));
        if (call.access !== 'public' || call.audit === 'PING') await identifyCaller(request, authenticator);
        authorise(call, request.identity);
      },
      preValidation: async (request) => {
        if (needsBody && (request.body === undefined || request.body === null))
          throw requiredParameter('requestBody', nameOf(call));
        // Fastify has the schema see null where there is no body; one that is null is refused.
        if (mayLackBody && request.body === undefined) request.body = {};
      },
      onSend: async (request) => {
        // A signed-in caller's ping is recorded; the probes of machines are not, nor what our own services ask each
        // other.
        const byMachine = request.identity === null ? call.audit === 'PING' : isService(request.identity);
        if (byMachine) return;
        const record = scopes.get(request)?.finish(request.auditOutcome ?? 'OK');
        if (record) audit.recordCall(record, nameOf(call), request.id);
      },
      handler: async (request, reply) => {
        const scope = scopes.get(request);
        if (!scope) throw new Error('a request reached its handler without its audit scope');
        scope.fits();
        if (call.exports && app.kit.requirePurpose) checkPurpose(request.query);
        if (call.status) reply.code(call.status);
        const context: CallContext<C> = {
          params: request.params as Output<C['params']>,
          query: request.query as Output<C['query']>,
          body: request.body as Output<C['body']>,
          identity: request.identity,
          userName: request.identity?.userName ?? 'anonymous',
          requestId: request.id,
          request,
          reply,
          audit: scope,
        };
        return handler(context);
      },
    });
  }
}
