// One remote (or the shell) alone, for work on it: built on every change, with /api handed on to a running product.
import { createServer, type IncomingMessage, request } from 'node:http';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { tmpdir } from 'node:os';
import { consoleParts } from '../packages/ui/build/parts.ts';
import { watchPart } from '../packages/ui/build/compile.ts';
import { root } from './steps.ts';

const part = consoleParts.find((name) => name === process.argv[2]);
if (part === undefined) throw new Error(`Say which part: ${consoleParts.join(', ')}`);
const api = new URL(process.env['API_URL'] ?? 'http://127.0.0.1:8080');
const port = Number(process.env['PORT'] ?? 3000);
const outDir = join(tmpdir(), `numscope-${part}`);
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The file of a path; every path that is no file shows the page. */
async function fileOf(path: string): Promise<string> {
  const file = join(outDir, normalize(path.replace(`/assets/${part}/`, '/')));
  const known = file.startsWith(outDir) && (await stat(file).catch(() => null))?.isFile() === true;
  return known ? file : join(outDir, 'index.html');
}

const handOn = (from: IncomingMessage) => ({
  host: api.hostname,
  port: api.port,
  method: from.method,
  path: from.url,
  headers: from.headers,
});

const server = createServer(async (from, to) => {
  if (from.url?.startsWith('/api/') === true) {
    const onward = request(handOn(from), (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.writeHead(502).end());
    from.pipe(onward);
    return;
  }
  const file = await fileOf(new URL(from.url ?? '/', 'http://localhost').pathname);
  to.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
  });
  createReadStream(file).pipe(to);
});

// The websocket goes through as it is: head and bytes.
server.on('upgrade', (from, socket, head) => {
  const onward = connect(Number(api.port), api.hostname, () => {
    const headers = from.rawHeaders.flatMap((text, i) => (i % 2 === 0 ? [`${text}: ${from.rawHeaders[i + 1]}`] : []));
    onward.write(`${from.method} ${from.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
});

await watchPart(part, root, outDir, (message) => process.stdout.write(`${message}\n`));
server.listen(port, '127.0.0.1', () =>
  process.stdout.write(`${part} on http://127.0.0.1:${port}, its calls go to ${api.origin}\n`),
);
