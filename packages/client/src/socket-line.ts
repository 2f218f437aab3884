import { SocketMessage, SocketPong } from '@numscope/contracts';

/** What of a websocket is needed: that of browsers and Node.js has it, and that of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

export interface SocketLineOptions {
  /** Where Numscope answers; unless said, where the page comes from. */
  url: string;
  token: string;
  WebSocket: new (url: string) => Socket;
  /** A message, the `ready` first. One that a newer server sends and this client does not know is left out. */
  tell: (message: SocketMessage) => void;
  /** Anything came, an answer to our own question too. */
  heard?: () => void;
  /** Once, when it is over unless `close` ended it: with the code that the server closed it with, or that of a lost one. */
  ended: (code: number) => void;
}

/** The server's code for a bearer that does not count (any more). */
export const UNAUTHORIZED = 4401;
/** RFC 6455, 7.1.5: closed without a word of the other end. */
const LOST = 1006;

/** How long a line may take to open, and then to be ready: as three round trips of the slowest mobile networks. */
const OPENING_MS = 7500;
/** After so long without a word the other end is asked whether it is still there ... */
const QUIET_MS = 5000;
/** ... and is taken to be gone when it has not said anything for so long then. */
const ANSWER_MS = 5000;

const ping = JSON.stringify({ type: 'ping' });

function read(data: unknown): SocketMessage | SocketPong | null {
  try {
    const said: unknown = JSON.parse(String(data));
    return SocketMessage.safeParse(said).data ?? SocketPong.safeParse(said).data ?? null;
  } catch {
    return null;
  }
}

/**
 * One websocket to the server, from its opening to its end. It authenticates by its first message. A network that fails
 * tells nobody: so a silent line is asked for an answer, and one that gives none has ended.
 */
export class SocketLine {
  readonly #options: SocketLineOptions;
  readonly #socket: Socket;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: 'opening' | 'ready' | 'asked' | 'over' = 'opening';

  constructor(options: SocketLineOptions) {
    this.#options = options;
    const { url, token, WebSocket } = options;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/mm-websocket`);
    this.#socket = socket;
    this.#wait(OPENING_MS, () => this.#end(LOST));
    socket.addEventListener('open', () => {
      if (this.#state !== 'opening') return;
      this.#wait(OPENING_MS, () => this.#end(LOST));
      socket.send(JSON.stringify({ type: 'auth', token }));
    });
    socket.addEventListener('message', ({ data }) => this.#hear(data));
    // The close that follows tells all that can be known.
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', ({ code }) => this.#end(code));
  }

  /** Whether it was ready: before that nothing is told. */
  get isReady(): boolean {
    return this.#state === 'ready' || this.#state === 'asked';
  }

  /** Asks the server at once whether it is still there: for whoever has a reason to doubt it. */
  check(): void {
    if (this.#state !== 'ready') return;
    this.#state = 'asked';
    this.#wait(ANSWER_MS, () => this.#end(LOST));
    this.#socket.send(ping);
  }

  close(): void {
    this.#state = 'over';
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #hear(data: unknown): void {
    if (this.#state === 'over') return;
    const message = read(data);
    if (message?.type === 'ready' || this.isReady) {
      this.#state = 'ready';
      this.#wait(QUIET_MS, () => this.check());
    }
    this.#options.heard?.();
    if (message !== null && message.type !== 'pong') this.#options.tell(message);
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #end(code: number): void {
    if (this.#state === 'over') return;
    this.close();
    this.#options.ended(code);
  }
}
