import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { GracefulServer } from '../src/graceful-server.ts';

const AddressInfo = z.object({ port: z.number() });

let app: FastifyInstance;
let server: GracefulServer;
let url: string;
let agent: Agent;
let arrived: Promise<void>;
let answer: () => void;
beforeEach(async () => {
  app = Fastify();
  agent = new Agent({ keepAlive: true });
  let tell = (): void => undefined;
  arrived = new Promise((resolve) => (tell = resolve));
  const told = new Promise<void>((resolve) => (answer = resolve));
  app.post('/sent', async () => 'sent');
  app.get('/large', async () => 'x'.repeat(32_000_000));
  app.get('/', async () => 'quick');
  app.get('/slow', async () => {
    tell();
    await told;
    return 'slow';
  });
  server = new GracefulServer(app);
  url = await server.open('127.0.0.1', 0);
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

async function ask(path: string): Promise<{ text: string; connection: string | undefined }> {
  const [response] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  return { text: Buffer.concat(chunks).toString(), connection: response.headers.connection };
}

describe('a connection on which nothing moves', () => {
  const IDLE_MS = 100;
  beforeEach(() => void app.server.setTimeout(IDLE_MS));

  it('stays while its caller waits for an answer, however long that takes', async () => {
    const slow = ask('/slow');
    await arrived;
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 5));
    answer();
    expect(await slow).toEqual({ text: 'slow', connection: 'keep-alive' });
  });

  it.each([
    ['asks nothing', ''],
    [
      'sends half a request',
      'POST /sent HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf',
    ],
    ['does not read what it is answered', 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('is cut when its caller %s', async (_what, text) => {
    const caller = connect(Number(new URL(url).port), '127.0.0.1');
    const [socket] = (await once(app.server, 'connection')) as [Socket];
    caller.write(text);
    await once(socket, 'close');
    caller.destroy();
  });
});

describe('a server that closes', () => {
  it('lets what is being answered be answered to its end, and says that the connection ends', async () => {
    const slow = ask('/slow');
    await arrived;
    let closed = false;
    const closing = server.close().then(() => (closed = true));
    // Callers that hold connections are still served, and told to go elsewhere.
    expect(await ask('/')).toEqual({ text: 'quick', connection: 'close' });
    while (app.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(closed).toBe(false);
    answer();
    expect(await slow).toEqual({ text: 'slow', connection: 'close' });
    await closing;
  });

  it('waits for no answer that never comes', async () => {
    const hasty = new GracefulServer(app, 50);
    const never = expect(ask('/slow')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await arrived;
    await hasty.close();
    await never;
  });

  it('says nothing of the kind while it is open', async () => {
    expect(await ask('/')).toEqual({ text: 'quick', connection: 'keep-alive' });
  });
});

/** Opens so many connections at once, before any is accepted; resolves when all are open. */
async function openMany(port: number): Promise<void> {
  const sockets = Array.from({ length: 800 }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.destroy();
}

it('lets in 800 that come at once, where a server as it is by itself has some come again after a second', async () => {
  const bare = createServer().listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const { port } = AddressInfo.parse(bare.address());
  const opened: string[] = [];
  await Promise.all([
    openMany(port).then(() => opened.push('bare')),
    openMany(Number(new URL(url).port)).then(() => opened.push('server')),
  ]);
  expect(opened).toEqual(['server', 'bare']);
  bare.close();
});
