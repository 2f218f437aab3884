import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
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
