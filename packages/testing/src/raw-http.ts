import { connect, type Socket } from 'node:net';
import { codeOf } from '@numscope/platform';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds until the connection ended. */
  ms: number;
}

function answerOf(text: string, ms: number): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((each): [string, string] => [
    each.slice(0, each.indexOf(':')).toLowerCase(),
    each.slice(each.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    ms,
  };
}

/**
 * Sends bytes as they are and resolves with all that came back once the connection has ended.
 * @param then goes on with the open connection
 */
export function sendRaw(url: string, bytes: string | Uint8Array, then?: (socket: Socket) => void): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', (error) => (text === '' && codeOf(error) !== 'ECONNRESET' ? reject(error) : undefined));
    socket.on('close', () => resolve(answerOf(text, performance.now() - begun)));
    socket.on('connect', () => {
      socket.write(bytes);
      then?.(socket);
    });
  });
}

/** A connection on which nothing is sent yet. */
export const openSocket = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(socket)).once('error', reject);
  });

/** Sends it again for as long as it is refused because of too many connections. */
export async function sendWhenFree(url: string, bytes: string): Promise<RawAnswer> {
  for (;;) {
    const answer = await sendRaw(url, bytes);
    if (answer.status !== 429) return answer;
  }
}
