import { SocketMessage } from '@numscope/contracts';
import { failureOf } from './api-failure.ts';
import { backoffMs } from './backoff.ts';

/** The server's code for a bearer that does not count (any more). */
const UNAUTHORIZED = 4401;

/** What of a websocket is needed: that of browsers and Node.js has it, and that of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

interface MessageOptions {
  url: string;
  bearer: () => string | null;
  WebSocket: new (url: string) => Socket;
  signal?: AbortSignal;
}

function read(data: unknown): SocketMessage | null {
  try {
    return SocketMessage.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}

/** One line, until it is closed; resolves to the code that it was closed with. */
async function* lineOf({ url, bearer, WebSocket, signal }: MessageOptions): AsyncGenerator<SocketMessage, number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/mm-websocket`);
  const stop = (): void => socket.close();
  const come: SocketMessage[] = [];
  let closedWith: number | null = null;
  let wake = (): void => undefined;
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', token: bearer() ?? '' })));
  socket.addEventListener('message', ({ data }) => {
    // One that a newer server sends and this client does not know is none of its business.
    const message = read(data);
    if (message) come.push(message);
    wake();
  });
  socket.addEventListener('close', ({ code }) => {
    closedWith = code;
    wake();
  });
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      yield* come.splice(0);
      if (closedWith !== null) return closedWith;
      if (come.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    socket.close();
  }
}

/**
 * What the server tells as it happens, until `signal` ends it. A line that breaks is opened again; each `ready` says that
 * messages may have been missed, so that what is shown is to be asked for anew.
 * @throws ApiFailure UNAUTHORIZED when the bearer does not count (any more)
 */
export async function* messagesOf(options: MessageOptions): AsyncGenerator<SocketMessage> {
  const { signal } = options;
  const isOver = (): boolean => signal?.aborted === true;
  for (let attempt = 0; !isOver(); attempt++) {
    const line = lineOf(options);
    try {
      let next = await line.next();
      for (; next.done !== true; next = await line.next()) {
        if (next.value.type === 'ready') attempt = 0;
        yield next.value;
      }
      if (next.value === UNAUTHORIZED) throw failureOf(401, undefined, undefined);
    } finally {
      await line.return(0);
    }
    if (!isOver()) await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, Math.random())));
  }
}
