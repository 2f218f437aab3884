import type { SocketMessage } from '@numscope/contracts';
import { ApiFailure } from './api-failure.ts';
import { backoffMs } from './backoff.ts';
import { pause } from './pause.ts';
import { SocketLine, type Socket, UNAUTHORIZED } from './socket-line.ts';

interface MessageOptions {
  url: string;
  bearer: () => string | null;
  WebSocket: new (url: string) => Socket;
  signal?: AbortSignal;
}

/** Messages that may wait to be read. A reader that falls further behind goes on with a new websocket, whose `ready` says that it has missed some. */
const MOST_WAITING = 10_000;

/** The messages of one line, until it is over; resolves to the code that it ended with. */
async function* messagesOfLine({
  url,
  bearer,
  WebSocket,
  signal,
}: MessageOptions): AsyncGenerator<SocketMessage, number> {
  const come: SocketMessage[] = [];
  let endedWith: number | null = null;
  let wake = (): void => undefined;
  const ended = (code: number): void => {
    endedWith = code;
    wake();
  };
  const stop = (): void => {
    line.close();
    ended(0);
  };
  const tell = (message: SocketMessage): void => {
    if (come.push(message) >= MOST_WAITING) stop();
    else wake();
  };
  const line = new SocketLine({ url, token: bearer() ?? '', WebSocket, tell, ended });
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      yield* come.splice(0);
      if (endedWith !== null) return endedWith;
      if (come.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    line.close();
  }
}

/** As a call is refused; the server closes a line without words. */
async function unauthorized(): Promise<ApiFailure> {
  // The texts of all faults are large, and the console needs none of them here.
  const { errorCatalogue } = await import('@numscope/contracts/errors');
  return new ApiFailure({ ...errorCatalogue.UNAUTHORIZED, code: 'UNAUTHORIZED' });
}

/**
 * What the server tells as it happens, until `signal` ends it. A line that breaks or falls silent is opened again; each
 * `ready` says that messages may have been missed, so that what is shown is to be asked for anew.
 * @throws ApiFailure UNAUTHORIZED when the bearer does not count (any more)
 */
export async function* messagesOf(options: MessageOptions): AsyncGenerator<SocketMessage> {
  const { signal } = options;
  const isOver = (): boolean => signal?.aborted === true;
  for (let attempt = 0; !isOver(); attempt++) {
    const messages = messagesOfLine(options);
    try {
      let next = await messages.next();
      for (; next.done !== true; next = await messages.next()) {
        if (next.value.type === 'ready') attempt = 0;
        yield next.value;
      }
      if (next.value === UNAUTHORIZED) throw await unauthorized();
    } finally {
      await messages.return(0);
    }
    await pause(backoffMs(attempt, Math.random()), signal);
  }
}
