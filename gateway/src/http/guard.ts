import { type AuditRecord, type Call } from '@numscope/contracts';
import { auditArgs, auditNameOf, authorise, nameOf, type ServiceKit, whenIdentified } from '@numscope/platform';
import type { FastifyRequest, onRequestHookHandler, RouteShorthandOptions } from 'fastify';

/** The entry of a call that never reached its service. Nothing of its body was read. */
const refusalOf = (call: Call, { params, query, identity, ip }: FastifyRequest, outcome: string): AuditRecord | null =>
  call.audit
    ? {
        actionType: call.audit,
        createdTimestamp: Date.now(),
        details: call.summary,
        username: identity ? auditNameOf(identity) : 'anonymous',
        userId: identity?.userId,
        ip,
        args: auditArgs(call, { params, query, body: undefined }, false),
        outcome,
      }
    : null;

/**
 * Checks token, role and module of a call by its declaration before anything of it is read. What the gateway refuses
 * never reaches its service, so that is audited here; but not what came too fast, which is refused before anybody looks
 * whose it is.
 */
export function guard(
  call: Call,
  kit: ServiceKit,
): { onRequest: onRequestHookHandler } & Pick<RouteShorthandOptions, 'onSend'> {
  return {
    onRequest(request, _reply, done) {
      if (call.access === 'public') return done();
      return whenIdentified(request, kit.authenticator, () => authorise(call, request.identity), done);
    },
    onSend(request, _reply, payload, done) {
      const outcome = request.isAuditedHere ? request.auditOutcome : null;
      const record = outcome === null ? null : refusalOf(call, request, outcome);
      if (record) kit.audit.recordCall(record, nameOf(call), request.id);
      done(null, payload);
    },
  };
}
