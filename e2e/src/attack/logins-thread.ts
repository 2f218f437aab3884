import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Attempt, Outcome } from './logins.ts';

const { url, path, attempts } = workerData as { url: string; path: string; attempts: Attempt[] };
const { hostname, port } = new URL(url);

/** Written by hand: six hundred requests of Node.js' client would take a second of the processor that the product is measured on. */
function request({ username, password, from }: Attempt): Promise<Outcome> {
  const body = JSON.stringify({ username, password });
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port), localAddress: from }, () => socket.write(head + body));
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const retryAfter = /^retry-after: (\d+)/im.exec(text)?.[1];
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      });
    });
  });
}

parentPort?.once('message', async () => parentPort?.postMessage(await Promise.all(attempts.map(request)), []));
parentPort?.postMessage('ready', []);
