import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';

/** Where messages go. */
export interface SyslogAddress {
  /** `syslog+tcp://host:port` or `syslog+tls://host:port` */
  url: string;
  /** Certificates of the authorities that the server's own is signed by, PEM; null: those that Node.js knows. */
  ca: string | null;
}

/** For a connection, for a server that reads slowly, and for its end of the connection. */
const SILENCE_MS = 10_000;
/**
 * Between the last byte and saying that this was all, longer than a message travels: the end of a server that was killed
 * with something on its way to it comes within this time, and so never looks like an answer.
 */
const SETTLE_MS = 250;

function open({ url, ca }: SyslogAddress): Socket {
  const { protocol, hostname, port } = new URL(url);
  const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  if (protocol === 'syslog+tcp:') return connect(to);
  return connectByTls({ ...to, servername: /^[\d.]+$|:/.test(to.host) ? '' : to.host, ...(ca === null ? {} : { ca }) });
}

/**
 * Sends messages by a connection of their own, and resolves once the server has read all of them. Syslog has no answer;
 * but who was told that this is all, and ends its side in order, has read to the end: a server that is killed, or ends with
 * something unread, resets the connection.
 * @throws Error when it cannot be told that all were read; any part of them may have been
 */
export function sendBySyslog(address: SyslogAddress, messages: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = open(address);
  const secure = address.url.startsWith('syslog+tls:');
  let isAllSent = false;
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the syslog server is silent')));
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    socket.write(messages.join(''), () => {
      setTimeout(() => {
        isAllSent = true;
        socket.end();
      }, SETTLE_MS);
    });
  });
  // What it may say means nothing, but without reading no end is seen.
  socket.resume();
  socket.once('end', () => {
    if (isAllSent) resolve();
    else socket.destroy(new Error('the syslog server ended the connection before it had everything'));
  });
  socket.once('error', (error) => {
    socket.destroy();
    reject(error);
  });
  socket.once('close', () => reject(new Error('the syslog server cut the connection')));
  return promise;
}
