import { apiError, type Heard, type SocketMessage } from '@numscope/contracts';
import { type Authenticator, yieldEvery } from '@numscope/platform';
import pLimit from 'p-limit';
import { closeCodes, type ClientSocket } from './client-socket.ts';
import { type Holder, holderOf } from './holder-of.ts';

type Notification = Extract<SocketMessage, { type: 'notification' }>;

const TOKEN_CHECK_MS = 500;
const PING_MS = 30_000;

/** All open websockets. Messages reach every one that may hear them, in the order they were sent. */
export class ClientSockets {
  readonly #sockets = new Set<ClientSocket>();
  readonly #ofUser = new Map<string, number>();
  readonly #authenticator: Authenticator;
  readonly #mostOfUser: number;
  readonly #timers: NodeJS.Timeout[];
  readonly #oneAtATime = pLimit(1);
  #checking = false;
  /** Messages handed to sockets since the start, by type. */
  readonly #sent = new Map<SocketMessage['type'], number>();

  /** @param mostOfUser how many a user may have, with all logins and keys */
  constructor(authenticator: Authenticator, mostOfUser: number) {
    this.#authenticator = authenticator;
    this.#mostOfUser = mostOfUser;
    this.#timers = [
      setInterval(() => void this.#endUnauthorised(), TOKEN_CHECK_MS).unref(),
      setInterval(() => void this.#each((socket) => socket.ping()), PING_MS).unref(),
    ];
  }

  get open(): number {
    return this.#sockets.size;
  }

  get sent(): ReadonlyMap<SocketMessage['type'], number> {
    return this.#sent;
  }

  /** Whether anybody would be told that. */
  isHeard(what: Heard): boolean {
    for (const socket of this.#sockets) if (socket.hears(what)) return true;
    return false;
  }

  /** @throws ApiError TOO_MANY_REQUESTS when its user has as many as may be */
  add(socket: ClientSocket): void {
    const { userId } = socket;
    const count = this.#ofUser.get(userId) ?? 0;
    if (count >= this.#mostOfUser)
      throw apiError('TOO_MANY_REQUESTS', { details: { websockets: count, most: this.#mostOfUser } });
    this.#ofUser.set(userId, count + 1);
    this.#sockets.add(socket);
  }

  remove(socket: ClientSocket): void {
    const { userId } = socket;
    if (!this.#sockets.delete(socket)) return;
    const count = (this.#ofUser.get(userId) ?? 1) - 1;
    if (count > 0) this.#ofUser.set(userId, count);
    else this.#ofUser.delete(userId);
  }

  /** Resolves when the message was handed to every socket of its audience. */
  send(message: Exclude<SocketMessage, Notification>): Promise<void> {
    return this.#send(message, message.type);
  }

  /** The same of a notification, whose audience goes by what it is about. */
  notify(about: 'jobs' | 'sources', data: Notification['data']): Promise<void> {
    return this.#send({ type: 'notification', at: Date.now(), data }, `notification about ${about}`);
  }

  #send(message: SocketMessage, heardAs: Heard): Promise<void> {
    const json = JSON.stringify(message);
    return this.#oneAtATime(async () => {
      let sockets = 0;
      await this.#each((socket) => {
        if (!socket.hears(heardAs)) return;
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

  /**
   * Closes the sockets whose token ran out or was revoked, and those of a key that is gone or whose holder may hear other
   * things now. Each token is checked once, however many sockets it opened.
   */
  async #endUnauthorised(): Promise<void> {
    // Where auth must be asked about a key and does not answer, it takes longer than the time until the next look.
    if (this.#checking) return;
    this.#checking = true;
    const checked = new Map<string, Holder>();
    const pace = yieldEvery();
    for (const socket of this.#sockets) {
      await pace();
      const { bearer, address } = socket.credential;
      const name = `${bearer} ${address}`;
      const holder = checked.get(name) ?? (await holderOf(socket.credential, this.#authenticator));
      checked.set(name, holder);
      if (holder !== 'unknown' && (holder === 'ended' || !socket.isFor(holder)))
        socket.close(closeCodes.unauthorized, 'the session has ended');
    }
    this.#checking = false;
  }
}
