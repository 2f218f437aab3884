import { SocketMessage } from '@numscope/contracts';
import { WebSocket } from 'ws';
import type { Api } from '../calls/api.ts';

/** An open line of the websocket that keeps all that it is sent. */
export interface Listener {
  readonly messages: readonly SocketMessage[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  /** Resolves when all that was sent before has arrived. */
  reached(): Promise<void>;
  /** Resolves with the first message that fits, past or to come. */
  hears(fits: (message: SocketMessage) => boolean): Promise<SocketMessage>;
  close(): void;
}

/** Opens a line with this caller's token; resolves when it is ready. */
export async function listen(api: Api): Promise<Listener> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/api/mm-websocket`);
  const messages: SocketMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    messages.push(SocketMessage.parse(JSON.parse(String(data))));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const listener: Listener = {
    messages,
    closed,
    reached: () =>
      new Promise((resolve) => {
        socket.once('pong', () => resolve());
        socket.ping();
      }),
    hears: (fits) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        void closed.then((code) => reject(new Error(`the line was closed with ${code}`)));
        look();
      }),
    close: () => socket.terminate(),
  };
  socket.send(JSON.stringify({ type: 'auth', token: api.token }));
  await listener.hears(({ type }) => type === 'ready');
  return listener;
}
