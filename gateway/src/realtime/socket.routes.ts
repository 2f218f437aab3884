import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import { type ApiError, apiError, limits, SocketAuth, type SocketMessage } from '@numscope/contracts';
import { identifyBearer, isService, reasonOf, type ServiceKit, toApiError } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { SenderCounts } from '../edge/connections.ts';
import { refuseSocket } from '../edge/refuse-socket.ts';
import { SOCKET_PATH } from '../edge/upgrades.ts';
import { ClientSocket, closeCodes } from './client-socket.ts';
import type { ClientSockets } from './client-sockets.ts';
import type { Feed } from './feed.ts';
import { SocketAudit } from './socket-audit.ts';

const MESSAGE_BYTES = 16 * 1024;
/** How long clients have to close when the process ends: one that has vanished would keep it. */
const LEAVE_MS = 2000;
const ready: SocketMessage = { type: 'ready' };

/** A browser tells where its page comes from; only our own pages may open a websocket. Programs send no Origin. */
function comesFromHere({ headers }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** The token of a client's first message, or null for anything else. */
function tokenOf(data: RawData): string | null {
  try {
    const message = SocketAuth.safeParse(JSON.parse(String(data)));
    return message.success ? message.data.token : null;
  } catch {
    return null;
  }
}

/** The close code and reason of a websocket that is refused. */
function farewellTo({ statusCode, code }: ApiError): [code: number, reason: string] {
  // Nobody's token has ended because a part of ours does not answer, or because too much is asked of it.
  if (statusCode >= 500) return [closeCodes.notNow, 'come again in a moment'];
  if (statusCode === 429) return [closeCodes.tooMany, 'too many at once, come again later'];
  // A busy computer or a slow network says nothing of a token: its client may come again with the same.
  if (code === 'TOO_SLOW') return [closeCodes.tooSlow, 'the first message did not come in time'];
  return [closeCodes.unauthorized, 'the first message must bring a valid access token or API key'];
}

/**
 * `GET /api/mm-websocket`: a client is told nothing before its first message has brought a valid token.
 * @param newSockets how many sockets of one sender may be without a token yet
 */
export async function addSocketRoutes(
  app: FastifyInstance,
  kit: ServiceKit,
  sockets: ClientSockets,
  feed: Feed,
  newSockets: number,
): Promise<void> {
  const waiting = new SenderCounts();
  await app.register(websocket, { options: { maxPayload: MESSAGE_BYTES, perMessageDeflate: false } });
  app.addHook('preClose', (done) => {
    setTimeout(() => app.websocketServer.clients.forEach((client) => client.terminate()), LEAVE_MS).unref();
    done();
  });
  app.websocketServer.on('wsClientError', ({ message }: Error, socket: Duplex) =>
    refuseSocket(socket, apiError('INVALID', { details: [{ message }] })),
  );

  /** @throws ApiError when it may not be open, or not now */
  const admit = async (socket: WebSocket, data: RawData, audit: SocketAudit): Promise<void> => {
    const token = tokenOf(data);
    if (token === null) throw apiError('UNAUTHORIZED');
    const identity = await identifyBearer(token, audit.ip, kit.authenticator);
    if (isService(identity)) throw apiError('UNAUTHORIZED');
    audit.isOf(identity);
    await feed.open();
    if (socket.readyState !== socket.OPEN) return;
    const client = new ClientSocket(socket, { bearer: token, address: audit.ip }, identity);
    sockets.add(client);
    socket.on('close', () => sockets.remove(client));
    audit.opened(client);
    client.send(JSON.stringify(ready));
  };

  await app.register(async (scope) => {
    scope.route({
      method: 'GET',
      url: SOCKET_PATH,
      exposeHeadRoute: false,
      onRequest(request, _reply, done) {
        if (comesFromHere(request)) return done();
        new SocketAudit(kit, request).refused('FORBIDDEN');
        done(apiError('FORBIDDEN'));
      },
      handler: (request) => {
        throw apiError('INVALID', { status: 426, details: [{ message: `${request.url} is a websocket` }] });
      },
      wsHandler: (socket, request) => {
        const audit = new SocketAudit(kit, request);
        const { ip } = audit;
        let waits = true;
        const goOn = (): void => {
          clearTimeout(late);
          if (waits) waiting.remove(ip);
          waits = false;
        };
        const refuse = (error: unknown): void => {
          // Until its client has taken leave it is one of those that wait, but nothing of it is heard any more.
          clearTimeout(late);
          socket.off('message', hear);
          const fault = toApiError(error);
          audit.refused(fault.code);
          kit.log.debug({ reason: reasonOf(error) }, 'a websocket was refused');
          socket.close(...farewellTo(fault));
        };
        const hear = (data: RawData): void => {
          goOn();
          admit(socket, data, audit).catch(refuse);
        };
        const late = setTimeout(() => refuse(apiError('TOO_SLOW')), limits.websocketAuthMs);
        socket.once('close', goOn);
        if (waiting.add(ip) > newSockets) return refuse(apiError('TOO_MANY_REQUESTS'));
        socket.once('message', hear);
      },
    });
  });
}
