import { once } from 'node:events';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';

/** A syslog server as another program: it keeps what it has read whole, and can be killed. */
export interface SyslogServer {
  url: string;
  port: number;
  /** Messages without their lengths. */
  readonly messages: string[];
  /** Resolves once it has so many. */
  got(count: number): Promise<void>;
  /** From now on it cuts each connection after so many bytes of it, as one that is killed; null: none. */
  cutAfter(bytes: number | null): void;
  close(): Promise<void>;
}

/** The messages of a stream by octet counting (RFC 6587, 3.4.1), and what is left. */
function messagesIn(received: Buffer): { messages: string[]; left: Buffer } {
  const messages: string[] = [];
  let at = 0;
  for (;;) {
    const blank = received.indexOf(' ', at);
    const digits = blank < 0 ? '' : received.subarray(at, blank).toString('latin1');
    if (digits !== '' && !/^[1-9]\d*$/.test(digits)) throw new Error(`no length: ${digits}`);
    const end = blank + 1 + Number(digits);
    if (digits === '' || end > received.length) return { messages, left: received.subarray(at) };
    messages.push(received.subarray(blank + 1, end).toString('utf8'));
    at = end;
  }
}

export async function startSyslogServer(
  options: { port?: number; tls?: { cert: string; key: string } } = {},
): Promise<SyslogServer> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  let most: number | null = null;
  let waiting: Array<{ count: number; resolve(): void }> = [];
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    let left: Buffer = Buffer.alloc(0);
    let bytes = 0;
    socket.on('data', (piece: Buffer) => {
      const room = most === null ? piece.length : Math.max(0, most - bytes);
      bytes += piece.length;
      const read = messagesIn(Buffer.concat([left, piece.subarray(0, room)]));
      messages.push(...read.messages);
      left = read.left;
      if (room < piece.length) socket.resetAndDestroy();
      for (const { count, resolve } of waiting) if (messages.length >= count) resolve();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server: Server = options.tls ? createTls(options.tls, accept) : createTcp(accept);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `syslog+${options.tls ? 'tls' : 'tcp'}://${options.tls ? 'localhost' : '127.0.0.1'}:${port}`,
    port,
    messages,
    async got(count) {
      if (messages.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      await promise;
      waiting = waiting.filter((one) => one.resolve !== resolve);
    },
    cutAfter: (bytes) => void (most = bytes),
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
