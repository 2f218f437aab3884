import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { devServer } from '../../scripts/console-dev/dev-server.ts';
import { root } from './code.ts';

const script = join(root, 'scripts/console-dev.ts');

let folder: string;
let open: Server[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'numscope-dev-'));
  open = [];
});
afterEach(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

async function listen(server: Server): Promise<string> {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A part alone before a product that does this. */
async function devBefore(product: RequestListener): Promise<{ url: string; product: Server }> {
  const server = createServer(product);
  const api = new URL(await listen(server));
  return { url: await listen(devServer({ part: 'jobs-mfe', api, folder: join(folder, 'built') })), product: server };
}

describe('a part of the console alone', () => {
  it('says that it is not built yet, then shows its files and at any other path its page', async () => {
    const { url } = await devBefore(() => undefined);
    expect((await fetch(url)).status).toBe(503);
    mkdirSync(join(folder, 'built'));
    mkdirSync(join(folder, 'built-workers'));
    writeFileSync(join(folder, 'built/index.html'), 'page');
    writeFileSync(join(folder, 'built/main.js'), 'code');
    writeFileSync(join(folder, 'built-workers/other.js'), 'not for the page');
    const shown = async (path: string): Promise<unknown[]> => {
      const answer = await fetch(url + path);
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    };
    expect(await shown('/assets/jobs-mfe/main.js?v=1')).toEqual([200, 'text/javascript', 'code']);
    // The second is no address that a URL can be made of.
    for (const path of ['/jobs/7', '//', '/gone.js']) expect(await shown(path)).toEqual([200, 'text/html', 'page']);
    const raw = connect(Number(new URL(url).port), '127.0.0.1');
    raw.write('GET /../built-workers/other.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(await text(raw)).toContain('page');
  });

  it('outlives a product that breaks off, and one that is not there', async () => {
    const { url, product } = await devBefore((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    await expect(fetch(`${url}/api/auth/me`).then((answer) => answer.text())).rejects.toThrow();
    product.close();
    const answer = await fetch(`${url}/api/auth/me`);
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('API_URL does not answer at')]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /api/mm-websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(socket, 'close');
    expect((await fetch(`${url}/api/auth/me`)).status).toBe(502);
  });

  it('asks a product nothing any more where the page has gone', async () => {
    const { url, product } = await devBefore((_request, response) => void response.write('event'));
    const asked = once(product, 'request');
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/events`, { signal: leaving.signal });
    const [request] = await asked;
    const left = once(request.socket, 'close');
    leaving.abort();
    await left;
    await expect(stream.text()).rejects.toThrow();
  });

  it('passes a websocket through in both directions', async () => {
    const { url, product } = await devBefore(() => undefined);
    product.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
      socket.on('data', (data) => socket.end(`heard ${data}`));
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /api/mm-websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(socket, 'data');
    socket.write('a word');
    expect(await text(socket)).toBe('heard a word');
  });
});

const run = (args: string[], env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...env } }, (error, _out, said) =>
      resolve({ code: error?.code ?? 0, said }),
    ),
  );

it('names all that is wrong with what it was told, and a port that is taken, before it builds anything', async () => {
  const wrong = await run(['jobs'], { API_URL: 'https://numscope.example', PORT: 'none' });
  expect(wrong.code).toBe(1);
  for (const said of [/the part: say which, .*jobs-mfe/, /API_URL: must be/, /PORT: must be/])
    expect(wrong.said).toMatch(said);
  const taken = new URL(await listen(createServer()));
  const { code, said } = await run(['jobs-mfe'], { PORT: taken.port });
  expect([code, said]).toEqual([1, expect.stringMatching(/^The part cannot be shown: .*EADDRINUSE.*\n$/)]);
});
