import type { SocketMessage } from '@numscope/contracts';
import { type Authenticator, yieldEvery } from '@numscope/platform';
import pLimit from 'p-limit';
import { closeCodes, type ClientSocket } from './client-socket.ts';

const TOKEN_CHECK_MS = 500;
const PING_MS = 30_000;

/** All open websockets. Messages reach every one that may hear them, in the order they were sent. */
export class ClientSockets {
  readonly #sockets = new Set<ClientSocket>();
  readonly #authenticator: Authenticator;
  readonly #timers: NodeJS.Timeout[];
  readonly #oneAtATime = pLimit(1);
  /** Messages handed to sockets since the start, by type. */
  readonly #sent = new Map<SocketMessage['type'], number>();

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
    this.#timers = [
      setInterval(() => this.#endUnauthorised(), TOKEN_CHECK_MS).unref(),
      setInterval(() => void this.#each((socket) => socket.ping()), PING_MS).unref(),
    ];
  }

  get open(): number {
    return this.#sockets.size;
  }

  get sent(): ReadonlyMap<SocketMessage['type'], number> {
    return this.#sent;
  }

  /** Whether anybody would be sent such a message. */
  isHeard(type: SocketMessage['type']): boolean {
    for (const socket of this.#sockets) if (socket.hears(type)) return true;
    return false;
  }

  add(socket: ClientSocket): void {
    this.#sockets.add(socket);
  }

  remove(socket: ClientSocket): void {
    this.#sockets.delete(socket);
  }

  /** Resolves when the message was handed to every socket of its audience: of its type, or of another one. */
  send(message: SocketMessage, heardAs: SocketMessage['type'] = message.type): Promise<void> {
    const json = JSON.stringify(message);
    return this.#oneAtATime(async () => {
      let sockets = 0;
      await this.#each((socket) => {
        if (!socket.hears(message.type) || !socket.hears(heardAs)) return;
        socket.send(json);
        sockets++;
      });
      this.#sent.set(message.type, (this.#sent.get(message.type) ?? 0) + sockets);
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.send({ type: 'system', at: Date.now(), data: { message: 'The system is going down' } });
    await this.#each((socket) => socket.close(closeCodes.goingAway, 'going down'));
  }

  async #each(visit: (socket: ClientSocket) => void): Promise<void> {
    const pace = yieldEvery();
    for (const socket of this.#sockets) {
      await pace();
      visit(socket);
    }
  }

  /** Closes the sockets whose token ran out or was revoked; each token is checked once, however many sockets it opened. */
  #endUnauthorised(): void {
    const valid = new Map<string, boolean>();
    void this.#each((socket) => {
      let ok = valid.get(socket.token);
      if (ok === undefined) valid.set(socket.token, (ok = this.#isValid(socket.token)));
      if (!ok) socket.close(closeCodes.unauthorized, 'the session has ended');
    });
  }

  #isValid(token: string): boolean {
    try {
      this.#authenticator.identify(token);
      return true;
    } catch {
      return false;
    }
  }
}
