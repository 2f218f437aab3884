import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** What every scanner takes for malware, by agreement; put together here so that none takes this file for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

export interface IcapServer {
  /** icap://127.0.0.1:port/scan */
  url: string;
  port: number;
  /** The files that came whole, as they were. */
  readonly files: Buffer[];
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

/** The body of a RESPMOD request once its last chunk is there, else null (RFC 3507, 4.4). */
function bodyOf(received: Buffer): Buffer | null {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const start = /res-body=(\d+)/.exec(received.subarray(0, head).toString('latin1'))?.[1];
  if (start === undefined) throw new Error('a request without a body');
  const pieces: Buffer[] = [];
  for (let at = head + 4 + Number(start); ;) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(received.subarray(at, line).toString('latin1'), 16);
    if (!Number.isInteger(size)) throw new Error('a chunk without a size');
    if (size === 0) return received.length >= line + 4 ? Buffer.concat(pieces) : null;
    if (received.length < line + 2 + size + 2) return null;
    pieces.push(received.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const CLEAN = 'ICAP/1.0 204 No Content\r\nISTag: "test"\r\n\r\n';
const FOUND =
  'ICAP/1.0 200 OK\r\nISTag: "test"\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Test-Signature;\r\n' +
  'Encapsulated: res-hdr=0, null-body=27\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n';

/**
 * A server of ICAP that finds the EICAR string, wherever it stands in a file.
 * @param answer what it says instead, to a connection on which something came
 */
export async function icapServer(answer?: (socket: Socket, received: Buffer) => void, port = 0): Promise<IcapServer> {
  const files: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => undefined);
    const pieces: Buffer[] = [];
    let tail = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece);
      tail = Buffer.concat([tail, piece]).subarray(-LAST_CHUNK.length);
      if (answer) return answer(socket, Buffer.concat(pieces));
      const body = tail.equals(LAST_CHUNK) ? bodyOf(Buffer.concat(pieces)) : null;
      if (body === null) return;
      files.push(body);
      socket.end(body.includes(EICAR) ? FOUND : CLEAN);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `icap://127.0.0.1:${at}/scan`,
    port: at,
    files,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
