import replyFrom from '@fastify/reply-from';
import {
  apiError,
  type Call,
  calls,
  isRepeatable,
  productVersion,
  ServiceHealth,
  type ServiceName,
  serviceNames,
} from '@numscope/contracts';
import {
  BODY_LIMIT_BYTES,
  HEALTH_COUNTS_MS,
  isError,
  reasonOf,
  SERVICE_ANSWERS_MS,
  sharedFor,
} from '@numscope/platform';
import { connectionFault } from '@numscope/platform/http/connection-faults';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Backend } from '../deps.ts';
import { originFor, RemoteServices } from './remote-services.ts';
import { UnreadBody } from './unread-body.ts';

/** Longer than any call takes: what is silent for this long is not there. */
const SILENCE_MS = 120_000;

/** Headers that are about one connection only, and those that undici would refuse. */
const notPassedOn = ['expect', 'keep-alive', 'upgrade', 'te', 'trailer', 'proxy-authorization', 'proxy-connection'];

type Headers = Record<string, string | string[] | undefined>;

/** Services refuse such a body without reading it, and their refusal is lost while it is still being sent. */
const isTooLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length']) > BODY_LIMIT_BYTES &&
  (headers['content-type'] ?? '').startsWith('application/json');

function headersFor(request: { ip: string }, headers: Headers): Headers {
  for (const name of notPassedOn) if (name in headers) delete headers[name];
  headers['x-forwarded-for'] = request.ip;
  return headers;
}

/** What is about the connection to the service alone; trailers are announced anew by whoever sends them. */
const ofOneConnection = ['connection', 'keep-alive', 'trailer'];

function withoutConnection(headers: Headers): Headers {
  for (const name of ofOneConnection) if (name in headers) delete headers[name];
  return headers;
}

/**
 * Jobs keeps nothing of a file of phones whose sender has gone before it is kept, so it is told when one goes while it
 * works. No other call looks for its sender: an import of profiles that came in whole is applied, too. Those go on, since
 * a connection to the service is the price of telling.
 * @throws ApiError UPLOAD_BROKEN where that was before anything is sent: the service hears nothing of it, so it is told here
 */
function goneFor(call: Call, { raw }: FastifyReply): AbortSignal | undefined {
  if (call !== calls.createJobFromFile) return undefined;
  if (raw.closed) throw apiError('UPLOAD_BROKEN');
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

const never = (): null => null;

function answerFault(reply: FastifyReply, error: Error): void {
  const { body } = reply.request;
  if (body instanceof UnreadBody && body.callerGone?.aborted) {
    // A service that heard of the upload tells of it itself, and knows whether it kept anything.
    reply.request.isAuditedHere = !body.passedOn;
    reply.send(apiError('UPLOAD_BROKEN', { cause: error }));
    return;
  }
  // What is left of an upload is not waited for.
  if (!reply.request.raw.complete) reply.header('connection', 'close');
  const cause = isError(error.cause) ? error.cause : error;
  reply.send(apiError(connectionFault(cause) === 'late' ? 'TIMEOUT' : 'SERVICE_UNAVAILABLE', { cause }));
}

/** How one instance says it is; what it says of its parts is named after it. */
async function healthOfInstance(
  remote: RemoteServices,
  name: string,
  origin: string,
  { queues = false },
): Promise<ServiceHealth> {
  try {
    const answer = await remote.ask(origin, queues ? '/readyz?queues=true' : '/readyz', SERVICE_ANSWERS_MS);
    const health = ServiceHealth.parse(await answer.body.json());
    return { ...health, checks: health.checks.map((check) => ({ ...check, name: `${check.name} (${origin})` })) };
  } catch (error) {
    const check = { name: `reachable (${origin})`, status: 'DOWN' as const, message: reasonOf(error) };
    return { name, status: 'DOWN', version: productVersion, checks: [check] };
  }
}

/** A service is up as long as one of its instances is: the others' work is theirs meanwhile. */
async function healthOfService(
  remote: RemoteServices,
  name: string,
  wanted: { queues?: boolean },
): Promise<ServiceHealth> {
  const all = await Promise.all(remote.originsOf(name).map((origin) => healthOfInstance(remote, name, origin, wanted)));
  const up = all.find(({ status }) => status === 'UP');
  // Its instances are one group: each tells what all of them have not handled.
  const queues = (up ?? all[0])?.queues;
  return {
    name,
    status: up ? 'UP' : 'DOWN',
    version: (up ?? all[0])?.version ?? productVersion,
    checks: all.flatMap(({ checks }) => checks),
    ...(queues === undefined ? {} : { queues }),
  };
}

export interface RemoteBackends {
  backends: Record<ServiceName, Backend>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * Services in processes of their own, over HTTP. Bodies stream through in both directions.
 * @param addresses the origins of each service's instances
 * @param silenceMs an answer that neither begins nor goes on for this long is given up
 */
export function remoteBackends(
  addresses: Readonly<Record<ServiceName, readonly string[]>>,
  silenceMs = SILENCE_MS,
): RemoteBackends {
  const remote = new RemoteServices(addresses);

  const prepare = async (scope: FastifyInstance): Promise<void> => {
    if (scope.hasReplyDecorator('from')) return;
    await scope.register(replyFrom, {
      undici: { request: remote.request.bind(remote) },
      disableRequestLogging: true,
    });
  };

  const healthOf = (name: ServiceName): Backend['health'] => {
    const plain = sharedFor(HEALTH_COUNTS_MS, () => healthOfService(remote, name, {}));
    const withQueues = sharedFor(HEALTH_COUNTS_MS, () => healthOfService(remote, name, { queues: true }));
    return ({ queues = false } = {}) => (queues ? withQueues() : plain());
  };
  const backendOf = (name: ServiceName): Backend => ({
    health: healthOf(name),
    upstream: {
      prepare,
      forward(request, reply, call) {
        if (isTooLarge(request)) throw apiError('BODY_TOO_LARGE');
        if (request.body !== undefined) request.body = new UnreadBody(request.raw, goneFor(call, reply));
        return reply.from(request.raw.url, {
          getUpstream: () => originFor(name, isRepeatable(call)),
          timeout: silenceMs,
          retryDelay: never,
          rewriteRequestHeaders: headersFor,
          rewriteHeaders: withoutConnection,
          onResponse: (_request, _reply, { stream }) => {
            for (const [trailer, value] of remote.trailersOf(stream)) reply.trailer(trailer, value);
            reply.send(stream);
          },
          onError: (_reply, { error }) => answerFault(reply, error),
        });
      },
    },
  });
  const backends = Object.fromEntries(serviceNames.map((name) => [name, backendOf(name)])) as Record<
    ServiceName,
    Backend
  >;
  return { backends, close: () => remote.close() };
}
