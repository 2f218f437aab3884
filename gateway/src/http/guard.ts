import { type AuditRecord, apiError, type Call } from '@numscope/contracts';
import { auditEvent, authorise, bearerOf, type Identity, isService, mask, type ServiceKit, toApiError } from '@numscope/platform';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';

function auditRefusal(call: Call, request: FastifyRequest, identity: Identity | null, outcome: string, kit: ServiceKit): void {
  if (!call.audit) return;
  const record: AuditRecord = {
    actionType: call.audit,
    createdTimestamp: kit.clock.now(),
    details: call.summary,
    username: identity?.userName ?? 'anonymous',
    userId: identity?.userId,
    ip: request.ip,
    args: mask({ ...Object(request.params), ...Object(request.query) }) as Record<string, unknown>,
    outcome,
  };
  kit.audit.record(auditEvent(record, request.id));
}

/**
 * Checks token, role and module of a call by its declaration before anything of it is read. What is refused here never reaches its
 * service, so the refusal is audited here.
 */
export function guard(call: Call, kit: ServiceKit): onRequestHookHandler {
  return (request, _reply, done) => {
    if (call.access === 'public') return done();
    let identity: Identity | null = null;
    try {
      const token = bearerOf(request);
      if (token !== null) identity = kit.authenticator.identify(token);
      // Our services' own tokens never come from outside.
      if (identity && isService(identity)) throw apiError('UNAUTHORIZED');
      authorise(call, identity);
    } catch (error) {
      const fault = toApiError(error);
      auditRefusal(call, request, identity, fault.code, kit);
      return done(fault);
    }
    request.identity = identity;
    done();
  };
}
