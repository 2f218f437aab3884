import {
  lazyLog,
  noJsonSchemas,
  renderFaults,
  requestPath,
  routerOptions,
  type ServiceKit,
  setUpCalls,
  traceRequests,
} from '@numscope/platform';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { EdgeLimits } from '../edge/limits.ts';
import { guardRequests } from '../edge/guard-requests.ts';
import { refuseClientError } from '../edge/refuse-socket.ts';
import { trustOf } from '../edge/sender.ts';
import { mayUpgrade } from '../edge/upgrades.ts';
import { requestIdOf } from './request-id.ts';
import { StrictAnswer } from './strict-answer.ts';

/** A connection on which nothing moves for this long is cut, also in the middle of an upload. */
const IDLE_MS = 120_000;
/** The whole of a request may take this long: half a gigabyte over a slow connection. */
const REQUEST_MS = 3_600_000;
const HEADERS_MS = 15_000;
const KEEP_ALIVE_MS = 30_000;
const OWN_BODY_BYTES = 64 * 1024;

/** The Fastify instance that listens to the outside: limits of time, ids, headers and errors, without any route. */
export function createGatewayApp(kit: ServiceKit, limits: EdgeLimits): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: lazyLog(kit.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: OWN_BODY_BYTES,
    requestIdHeader: false,
    genReqId: requestIdOf,
    // Nobody in front of us is trusted with addresses unless named: limits and the audit would believe whatever a
    // caller writes.
    trustProxy: kit.trustedProxies && kit.trustedProxies.length > 0 ? [...kit.trustedProxies] : false,
    connectionTimeout: IDLE_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: 5000,
      ServerResponse: StrictAnswer,
      shouldUpgradeCallback: mayUpgrade,
    },
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseClientError,
    rewriteUrl: ({ url = '/' }) => requestPath(url),
    routerOptions,
    schemaController: noJsonSchemas,
  });
  setUpCalls(app, kit);
  // An expectation that is not known is passed over: Node.js alone would answer it, in no shape.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  guardRequests(app, limits, trustOf(kit.trustedProxies));
  renderFaults(app);
  traceRequests(app, kit, { root: true });
  return app;
}
