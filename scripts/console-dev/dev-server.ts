import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { extname, join, sep } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import type { DevOptions } from './dev-options.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

type Served = Pick<DevOptions, 'part' | 'api'> & {
  /** Where the part is built to. */
  folder: string;
};

/** What goes wrong on the way ends both sides, which is all that can be told then. */
const ignore = (): void => undefined;

function refuse(to: ServerResponse, status: number, text: string): void {
  if (to.headersSent) to.destroy();
  else to.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** A file of the part; every path that is no file shows the page. */
async function sendFile({ part, folder }: Served, url: string, to: ServerResponse): Promise<void> {
  const [path = '/'] = url.split('?', 1);
  const page = join(folder, 'index.html');
  const named = join(folder, path.replace(`/assets/${part}/`, '/'));
  const file = named.startsWith(folder + sep) ? named : page;
  const content = await readFile(file).catch(() => null);
  const shown = content ?? (await readFile(page).catch(() => null));
  if (shown === null) return refuse(to, 503, `${part} is not built yet: the terminal tells when it is, or why not`);
  to.writeHead(200, {
    'content-type': types[extname(content === null ? page : file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
  }).end(shown);
}

/** Hands a call on to the product; whichever side goes away ends the other. */
function handOn(api: URL, from: IncomingMessage, to: ServerResponse): void {
  const { method, url: path, headers } = from;
  const onward = request({ host: api.hostname, port: api.port || 80, method, path, headers });
  onward.once('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, to, ignore);
  });
  onward.once('error', ({ message }) => refuse(to, 502, `API_URL does not answer at ${api.origin}: ${message}`));
  to.once('close', () => onward.destroy());
  pipeline(from, onward, ignore);
}

/** The websocket goes through as it is: head and bytes. */
function passThrough(api: URL, { method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = connect(Number(api.port || 80), api.hostname);
  const headers = rawHeaders.flatMap((text, i) => (i % 2 === 0 ? [`${text}: ${rawHeaders[i + 1]}`] : []));
  onward.write(`${method} ${url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  onward.write(head);
  pipeline(socket, onward, socket, ignore);
}

/** What serves a part alone: its files as they are built, and all that a product answers at `/api/`. */
export function devServer(served: Served): Server {
  const server = createServer((from, to) => {
    const { url = '/' } = from;
    if (url.startsWith('/api/')) handOn(served.api, from, to);
    else void sendFile(served, url, to);
  });
  server.on('upgrade', (from, socket, head) => passThrough(served.api, from, socket, head));
  return server;
}
