import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { FileScanner } from '@numscope/platform';
import { type Channel, shown, type Verdict } from './channel.ts';
import { channelScanner, type ScannerOptions } from './channel-scanner.ts';

const CONNECT_MS = 5000;
const HEAD_BYTES = 16 * 1024;
const PORTS: Readonly<Record<string, number>> = { 'icap:': 1344, 'icaps:': 11_344 };

/** The file stands for the answer to a request of which nothing is told. */
const REQUEST = 'GET /upload HTTP/1.1\r\nHost: numscope\r\n\r\n';
const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n';

/** RFC 3507, 4.9: RESPMOD with a body in chunks, answered 204 where nothing is to be changed. */
function requestOf(service: URL): string {
  const lines = [
    `RESPMOD ${service.href} ICAP/1.0`,
    `Host: ${service.host}`,
    'User-Agent: numscope',
    'Allow: 204',
    'Connection: close',
    `Encapsulated: req-hdr=0, res-hdr=${REQUEST.length}, res-body=${REQUEST.length + RESPONSE.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${REQUEST}${RESPONSE}`;
}

/** How servers name what they found; none of it is in the RFC. */
const named = /^(?:X-Infection-Found|X-Virus-ID|X-Violations-Found):(.*)$/im;

/**
 * What the head of an answer says. A file that the server would not pass on as it is, is not clean.
 * @throws Error for an answer that says nothing of the file
 */
function verdictOf(head: string): Verdict {
  const status = /^ICAP\/1\.\d (\d{3})\b/.exec(head)?.[1];
  if (status === '204') return { isClean: true };
  if (status === '200') return { isClean: false, threat: shown(named.exec(head)?.[1] ?? 'not named') };
  throw new Error(`the ICAP server answered: ${shown(head.split('\r\n', 1)[0] ?? '')}`);
}

/** Comes with the head of the answer, as soon as it is there. */
const answerOn = (socket: Socket): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    let head = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      head += text;
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.length <= HEAD_BYTES) return;
      socket.removeAllListeners('data').resume();
      try {
        if (end < 0) throw new Error(`the ICAP server answered with a head of more than ${HEAD_BYTES} bytes`);
        resolve(verdictOf(head.slice(0, end)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the ICAP server closed the connection without an answer')));
  });

const connected = (service: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    // The brackets of an IPv6 address are the URL's.
    const host = service.hostname.replaceAll(/[[\]]/g, '');
    const port = Number(service.port) || (PORTS[service.protocol] ?? 0);
    const isSecure = service.protocol === 'icaps:';
    const socket = isSecure
      ? connectSecure({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect({ host, port });
    const timer = setTimeout(() => socket.destroy(new Error(`no connection within ${CONNECT_MS} ms`)), CONNECT_MS);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });

async function begin(service: URL): Promise<Channel> {
  const socket = await connected(service);
  const verdict = answerOn(socket);
  // Whoever waits for it hears of it; nobody may.
  verdict.catch(() => undefined);
  const send = (bytes: Uint8Array | string): Promise<void> =>
    new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
  await send(requestOf(service));
  return {
    async send(piece) {
      if (piece.byteLength === 0) return;
      socket.cork();
      socket.write(`${piece.byteLength.toString(16)}\r\n`);
      socket.write(piece);
      const left = send('\r\n');
      socket.uncork();
      await left;
    },
    finish: () => void socket.write('0\r\n\r\n'),
    verdict,
    destroy: () => void socket.destroy(),
  };
}

/** Scans by a server of ICAP (RFC 3507), as c-icap with ClamAV or a firm's gateway is one. */
export const icapScanner = (url: string, options: ScannerOptions): FileScanner => {
  const service = new URL(url);
  return channelScanner(() => begin(service), options);
};
