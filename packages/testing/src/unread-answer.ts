import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Call } from '@numscope/contracts';
import { openSocket } from './raw-http.ts';

/** A caller who takes no more of an answer than its first line. */
export interface UnreadAnswer {
  status: number;
  /** Destroyed, it gives the answer up. */
  socket: Socket;
}

/** Makes a call with a JSON body, whose answer is then left unread. */
export async function leaveUnread(
  url: string,
  { method, path }: Pick<Call, 'method' | 'path'>,
  token: string,
  body: unknown,
): Promise<UnreadAnswer> {
  const socket = await openSocket(url);
  const text = JSON.stringify(body);
  const headers = [
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${text}`);
  await once(socket, 'readable');
  return { status: Number(String(socket.read('HTTP/1.1 200'.length)).slice(-3)), socket };
}
