import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { Door } from '../src/door.ts';

let app: FastifyInstance;
let door: Door;
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
  app.get('/', async () => 'quick');
  app.get('/slow', async () => {
    tell();
    await told;
    return 'slow';
  });
  door = new Door(app);
  url = await door.open('127.0.0.1', 0);
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

describe('a door that closes', () => {
  it('lets what is being answered be answered to its end, and says that the connection ends', async () => {
    const slow = ask('/slow');
    await arrived;
    let closed = false;
    const closing = door.close().then(() => (closed = true));
    // Callers that hold connections are still served, and told to go elsewhere.
    expect(await ask('/')).toEqual({ text: 'quick', connection: 'close' });
    while (app.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(closed).toBe(false);
    answer();
    expect(await slow).toEqual({ text: 'slow', connection: 'close' });
    await closing;
  });

  it('says nothing of the kind while it is open', async () => {
    expect(await ask('/')).toEqual({ text: 'quick', connection: 'keep-alive' });
  });
});

/** How many connections the kernel dropped because nobody accepted those before them. */
function overflows(): number {
  const [names = [], values = []] = readFileSync('/proc/net/netstat', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('ListenOverflows')]);
}

// Only Linux tells, and only what happened on the whole machine.
(process.platform === 'linux' ? it : it.skip)('lets in 800 that come at once, before it accepted any', async () => {
  const before = overflows();
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: 800 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(overflows() - before).toBe(0);
  for (const socket of sockets) socket.destroy();
});
