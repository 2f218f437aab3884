import websocket from '@fastify/websocket';
import { apiError, limits, SocketAuth, type SocketMessage } from '@numscope/contracts';
import { isService, reasonOf, type ServiceKit, toApiError } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { AddressCounts } from '../door/connections.ts';
import type { Feed } from './feed.ts';
import { LineAudit } from './line-audit.ts';
import { closeCodes, Line } from './line.ts';
import type { Lines } from './lines.ts';

const MESSAGE_BYTES = 16 * 1024;
const ready: SocketMessage = { type: 'ready' };

/** A browser tells where its page comes from; only our own pages may open a line. Programs send no Origin. */
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
 * `GET /api/mm-websocket`: a line is told nothing before its first message has brought a valid token.
 * @param newLines how many lines of one address may be without a token yet
 */
export async function addSocketRoutes(
  app: FastifyInstance,
  kit: ServiceKit,
  lines: Lines,
  feed: Feed,
  newLines: number,
): Promise<void> {
  const waiting = new AddressCounts();
  await app.register(websocket, { options: { maxPayload: MESSAGE_BYTES, perMessageDeflate: false } });

  const admit = async (socket: WebSocket, data: RawData, audit: LineAudit): Promise<void> => {
    const token = tokenOf(data);
    if (token === null) throw apiError('UNAUTHORIZED');
    const identity = kit.authenticator.identify(token);
    if (isService(identity)) throw apiError('UNAUTHORIZED');
    await feed.open();
    if (socket.readyState !== socket.OPEN) return;
    const line = new Line(socket, token, identity);
    audit.opened(line, identity);
    lines.add(line);
    socket.on('close', () => lines.remove(line));
    line.send(JSON.stringify(ready));
  };

  await app.register(async (scope) => {
    scope.route({
      method: 'GET',
      url: '/api/mm-websocket',
      exposeHeadRoute: false,
      onRequest(request, _reply, done) {
        if (comesFromHere(request)) return done();
        new LineAudit(kit, request).refused('FORBIDDEN');
        done(apiError('FORBIDDEN'));
      },
      handler: (request) => {
        throw apiError('INVALID', { status: 426, details: [{ message: `${request.url} is a websocket` }] });
      },
      wsHandler: (socket, request) => {
        const audit = new LineAudit(kit, request);
        const refuse = (error: unknown, code: number = closeCodes.unauthorized): void => {
          audit.refused(toApiError(error).code);
          kit.log.debug({ reason: reasonOf(error) }, 'a line was refused');
          socket.close(code, 'the first message must bring a valid access token');
        };
        const { ip } = request;
        const late = setTimeout(() => refuse(apiError('UNAUTHORIZED')), limits.websocketAuthMs);
        let waits = true;
        const goOn = (): void => {
          clearTimeout(late);
          if (waits) waiting.remove(ip);
          waits = false;
        };
        socket.once('close', goOn);
        if (waiting.add(ip) > newLines) return refuse(apiError('TOO_MANY_REQUESTS'), closeCodes.tooMany);
        socket.once('message', (data: RawData) => {
          goOn();
          admit(socket, data, audit).catch(refuse);
        });
      },
    });
  });
}
