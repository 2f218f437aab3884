import type { ServiceName } from '@numscope/contracts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';
import type { FileScanner } from '../ports/file-scanner.port.ts';
import type { Clock } from '../ports/clock.port.ts';
import type { Tracer } from '../ports/tracer.port.ts';
import type { ServiceMetrics } from '../runtime/metrics.ts';
import type { Authenticator } from './access.ts';
import type { AuditRecorder } from './audit-recorder.ts';
import type { CallAudit } from './call-audit.ts';
import { renderErrors } from './error-renderer.ts';
import { answerWithin, PART_ANSWERS_MS } from '../runtime/answer-within.ts';
import { sharedFor } from '../runtime/shared-for.ts';
import { type Checks, HEALTH_COUNTS_MS, healthCheck } from './health.ts';
import type { Identity } from './identity.ts';
import { acceptJson } from './json-body.ts';
import { lazyLog } from './lazy-log.ts';
import { measureRequests } from './measure-requests.ts';
import { noJsonSchemas } from './no-json-schemas.ts';
import { maxHeaderSize } from './node-http.ts';
import { requestPath, routerOptions } from './request-path.ts';
import { boundUnreadAnswers } from './unread-answers.ts';
import type { Service } from './service.ts';
import { traceRequests } from '../tracing/trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** Null until known; the error's code once the call is refused. */
    auditOutcome: string | null;
    /** Null until the call is known. */
    callAudit: CallAudit | null;
  }
  interface FastifyInstance {
    kit: ServiceKit;
  }
}

/** What every service is built with, besides its own stores. */
export interface ServiceKit {
  name: string;
  log: Logger;
  clock: Clock;
  authenticator: Authenticator;
  audit: AuditRecorder;
  metrics: ServiceMetrics;
  tracer: Tracer;
  /** Each export must say what it is for. */
  requirePurpose?: boolean;
  /**
   * Addresses and ranges of what stands in front, whose word on a caller's address is taken. A service takes this
   * machine's in any case.
   */
  trustedProxies?: readonly string[];
  /** What files that people hand in are looked through by; absent: by nothing. */
  scanner?: FileScanner;
}

/** The largest JSON body. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** What `route` relies on: the kit, who calls, and how what comes in is parsed. */
export function setUpCalls(app: FastifyInstance, kit: ServiceKit): void {
  app.decorate('kit', kit);
  app.decorateRequest('identity', null);
  app.decorateRequest('auditOutcome', null);
  app.decorateRequest('callAudit', null);
  app.setValidatorCompiler(validatorCompiler);
  // Answers are built by typed presenters; checking each again by zod would cost more than the work itself.
  app.setSerializerCompiler(() => JSON.stringify);
}

/** The Fastify instance of one service: ids, errors, metrics and health as everywhere. It does not listen. */
export function createServiceApp(kit: ServiceKit): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: lazyLog(kit.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: 'x-request-id',
    genReqId: () => newId(),
    trustProxy: ['loopback', ...(kit.trustedProxies ?? [])],
    forceCloseConnections: 'idle',
    // Whoever hands a request on adds to its headers: what the gateway could read is not refused behind it.
    http: { maxHeaderSize: 2 * maxHeaderSize },
    rewriteUrl: ({ url = '/' }) => requestPath(url),
    routerOptions,
    schemaController: noJsonSchemas,
  });
  setUpCalls(app, kit);
  acceptJson(app);
  renderErrors(app);
  traceRequests(app, kit, { root: false });
  measureRequests(app, kit.metrics.requests);
  boundUnreadAnswers(app);
  return app;
}

/** Ends the set-up of a service's app: adds `/healthz` (alive), `/readyz` (its parts answer) and `/metrics` (Prometheus text). */
export async function finishApp(
  name: ServiceName,
  app: FastifyInstance,
  checks: Checks,
): Promise<Pick<Service, 'name' | 'app' | 'health'>> {
  app.get('/healthz', async () => ({ status: 'UP' }));
  const check = healthCheck(name, checks);
  const askQueues = sharedFor(HEALTH_COUNTS_MS, () => answerWithin(app.kit.metrics.queues(), PART_ANSWERS_MS));
  const health: Service['health'] = async ({ queues: wanted = false } = {}) => {
    // That the bus does not say is told by its check.
    const [told, queues] = await Promise.all([check(), wanted ? askQueues().catch(() => []) : []]);
    return queues.length === 0 ? told : { ...told, queues };
  };
  app.get<{ Querystring: { queues?: string } }>('/readyz', async ({ query }, reply) => {
    const told = await health({ queues: query.queues === 'true' });
    return reply.code(told.status === 'UP' ? 200 : 503).send(told);
  });
  app.get('/metrics', async (_request, reply) => {
    const { registry } = app.kit.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  await app.ready();
  return { name, app, health };
}
