import { SocketMessage } from '@numscope/contracts';
import { type ClientOptions, WebSocket } from 'ws';

/** A client of the socket that keeps what it was sent until somebody asks for it. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly #messages: SocketMessage[] = [];
  readonly #pongs: Array<() => void> = [];
  readonly #waiting: Array<() => void> = [];
  readonly closed: Promise<number>;

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/mm-websocket`, options);
    this.socket.on('message', (data) => {
      if (String(data) === '{"type":"pong"}') return void this.#pongs.splice(0).forEach((heard) => heard());
      this.#messages.push(SocketMessage.parse(JSON.parse(String(data))));
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
  }

  /** Resolves when the websocket is open, rejects when it was refused. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });
  }

  /** Opens the websocket and sends the token. */
  async auth(token: string): Promise<void> {
    await this.opened();
    this.socket.send(JSON.stringify({ type: 'auth', token }));
  }

  /** The oldest message of this type that was not taken yet. */
  async next<T extends SocketMessage['type']>(type: T): Promise<Extract<SocketMessage, { type: T }>> {
    for (;;) {
      const index = this.#messages.findIndex((message) => message.type === type);
      const [message] = index >= 0 ? this.#messages.splice(index, 1) : [];
      if (message) return message as Extract<SocketMessage, { type: T }>;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Resolves at the next answer to a ping. */
  pong(): Promise<void> {
    return new Promise((resolve) => this.#pongs.push(resolve));
  }

  /** What was sent and not taken, by type. */
  get pending(): string[] {
    return this.#messages.map(({ type }) => type);
  }
}
