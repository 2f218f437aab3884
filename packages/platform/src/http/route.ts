import { apiError, bodyNameOf, type Call, calls, isRequired, pathsOf, requiredParameter } from '@numscope/contracts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preValidationHookHandler,
} from 'fastify';
import * as z from 'zod';
import type { Output } from '../ports/service-client.port.ts';
import { authorise, whenIdentified, whenKnown } from './access.ts';
import { type AuditScope, CallAudit } from './call-audit.ts';
import { type Identity, isService } from './identity.ts';

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

export type CallHandler<C extends Call> = (context: CallContext<C>) => Promise<z.input<C['answer']> | FastifyReply>;

const names = new Map<Call, string>(Object.entries(calls).map(([name, call]) => [call, name]));

/** The name a call goes by in errors and in the API description. */
export const nameOf = (call: Call): string => names.get(call) ?? call.path;

/** @throws ApiError PURPOSE_REQUIRED */
function checkPurpose(query: unknown): void {
  const says = typeof query === 'object' && query !== null && 'purpose' in query && query.purpose !== undefined;
  if (!says) throw apiError('PURPOSE_REQUIRED');
}

/** What is asked for in the path or the query, by name. */
const valueOf = (given: unknown, name: string): unknown =>
  typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Adds a call to a service: its paths, the check of token and role, the parsing of what comes in and the audit entry,
 * all by the call's declaration. The handler returns the answer, or the reply after having sent it.
 */
export function route<C extends Call>(app: FastifyInstance, call: C, handler: CallHandler<C>): void {
  const { authenticator, audit } = app.kit;
  const isPublic = call.access === 'public';
  const needsBody = call.body !== undefined && !call.body.safeParse(undefined).success && call.accepts !== 'multipart';
  // A schema that takes null, too, tells an absent body from an empty one itself.
  const mayLackBody = call.body instanceof z.ZodOptional && !call.body.safeParse(null).success;

  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const inQuery = Object.entries(call.query?.shape ?? {}).flatMap(([name, schema]) => (isRequired(schema) ? name : []));

  const preValidation: preValidationHookHandler = (request, _reply, done) => {
    const missing =
      inPath.find((name) => valueOf(request.params, name) === '') ??
      inQuery.find((name) => valueOf(request.query, name) === undefined);
    if (missing !== undefined) throw requiredParameter(missing, nameOf(call));
    if (needsBody && (request.body === undefined || request.body === null))
      throw requiredParameter(bodyNameOf(call), nameOf(call));
    // Fastify has the schema see null where there is no body; one that is null is refused.
    if (mayLackBody && request.body === undefined) request.body = {};
    done();
  };
  const onSend: onSendHookHandler = (request, _reply, _payload, done) => {
    // A signed-in caller's ping is recorded; the probes of machines are not, nor what our own services ask each other.
    const byMachine = request.identity === null ? call.audit === 'PING' : isService(request.identity);
    const record = byMachine ? null : request.callAudit?.finish(request.auditOutcome ?? 'OK');
    if (record) audit.recordCall(record, nameOf(call), request.id);
    done();
  };

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
      onRequest(request, _reply, done) {
        request.callAudit = new CallAudit(call, request);
        if (!isPublic) return whenIdentified(request, authenticator, () => authorise(call, request.identity), done);
        if (call.audit === 'PING') return whenKnown(request, authenticator, done);
        done();
      },
      ...(needsBody || mayLackBody || inPath.length + inQuery.length > 0 ? { preValidation } : {}),
      ...(call.audit ? { onSend } : {}),
      handler(request, reply) {
        const scope = request.callAudit;
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
