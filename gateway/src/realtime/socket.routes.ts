import type { Duplex } from 'node:stream';
import websocket from '@fastify/websocket';
import { apiError, limits, SocketAuth, type SocketMessage } from '@numscope/contracts';
import { identifyBearer, isService, reasonOf, type ServiceKit, toApiError } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { SenderCounts } from '../door/connections.ts';
import { refuseSocket } from '../door/refuse-socket.ts';
import { SOCKET_PATH } from '../door/upgrades.ts';
import { ClientSocket, closeCodes } from './client-socket.ts';
import type { ClientSockets } from './client-sockets.ts';
import type { Feed } from './feed.ts';
import { SocketAudit } from './socket-audit.ts';

const MESSAGE_BYTES = 16 * 1024;
/** So long a client has to take leave when the system goes down: one that has vanished would keep the process. */
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

  const admit = async (socket: WebSocket, data: RawData, audit: SocketAudit): Promise<void> => {
    const token = tokenOf(data);
    if (token === null) throw apiError('UNAUTHORIZED');
    const identity = await identifyBearer(token, audit.ip, kit.authenticator);
    if (isService(identity)) throw apiError('UNAUTHORIZED');
    await feed.open();
    if (socket.readyState !== socket.OPEN) return;
    const client = new ClientSocket(socket, { bearer: token, address: audit.ip }, identity);
    audit.opened(client, identity);
    sockets.add(client);
    socket.on('close', () => sockets.remove(client));
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
        const refuse = (error: unknown, code?: number): void => {
          const fault = toApiError(error);
          audit.refused(fault.code);
          kit.log.debug({ reason: reasonOf(error) }, 'a websocket was refused');
          // Nobody's token has ended because a part of ours does not answer.
          if (fault.statusCode >= 500) socket.close(closeCodes.notNow, 'come again in a moment');
          else
            socket.close(
              code ?? closeCodes.unauthorized,
              'the first message must bring a valid access token or API key',
            );
        };
        const { ip } = request;
        // A busy computer or a slow network says nothing of a token: its client may come again with the same.
        const late = setTimeout(() => refuse(apiError('UNAUTHORIZED'), closeCodes.tooSlow), limits.websocketAuthMs);
        let waits = true;
        const goOn = (): void => {
          clearTimeout(late);
          if (waits) waiting.remove(ip);
          waits = false;
        };
        socket.once('close', goOn);
        if (waiting.add(ip) > newSockets) return refuse(apiError('TOO_MANY_REQUESTS'), closeCodes.tooMany);
        socket.once('message', (data: RawData) => {
          goOn();
          admit(socket, data, audit).catch(refuse);
        });
      },
    });
  });
}
