import { audiences, type Heard, limits, SocketPing, type SocketPong } from '@numscope/contracts';
import { type Identity, isAllowed } from '@numscope/platform';
import type { RawData, WebSocket } from 'ws';
import type { Credential } from './holder-of.ts';

/** Close codes of ours (RFC 6455 leaves 4000 to 4999 to applications). */
export const closeCodes = {
  unauthorized: 4401,
  /** No first message in time. */
  tooSlow: 4408,
  tooMany: 4429,
  goingAway: 1001,
  /** What is needed to know who it is does not answer (registered with IANA as 'Try Again Later'). */
  notNow: 1013,
} as const;

/** A client that has not taken this much is cut: it reconnects and reloads, while a buffer would only grow. */
const BUFFERED_BYTES = 1024 * 1024;

const MINUTE_MS = 60_000;
const pong = JSON.stringify({ type: 'pong' } satisfies SocketPong);

function isPing(data: RawData): boolean {
  try {
    return SocketPing.safeParse(JSON.parse(String(data))).success;
  } catch {
    return false;
  }
}

const heardBy = (identity: Identity): string[] =>
  Object.entries(audiences).flatMap(([type, audience]) => (isAllowed(audience, identity) ? [type] : []));

/** One open websocket of a known user. */
export class ClientSocket {
  readonly credential: Credential;
  /** The user it belongs to, by whichever login or key. */
  readonly userId: string;
  readonly #socket: WebSocket;
  /** Fixed for the life of the socket, which a change of roles or modules ends. */
  readonly #hears: ReadonlySet<string>;
  #answered = true;
  /** What it sent in the minute that began then, by `performance.now()`. */
  #sent = { since: Number.NEGATIVE_INFINITY, messages: 0 };

  constructor(socket: WebSocket, credential: Credential, identity: Identity) {
    this.#socket = socket;
    this.credential = credential;
    this.userId = identity.userId;
    this.#hears = new Set(heardBy(identity));
    socket.on('pong', () => {
      this.#answered = true;
    });
    socket.on('message', (data) => this.#hear(data));
  }

  hears(what: Heard): boolean {
    return this.#hears.has(what);
  }

  /** What it is told. */
  get heard(): string[] {
    return [...this.#hears];
  }

  /** Whether that is what somebody with these rights would be told. */
  isFor(identity: Identity): boolean {
    const heard = heardBy(identity);
    return heard.length === this.#hears.size && heard.every((type) => this.#hears.has(type));
  }

  /** Sends a message that is already JSON. */
  send(json: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > BUFFERED_BYTES) this.#socket.terminate();
    else this.#socket.send(json);
  }

  /** Asks whether the other end is still there; cuts a socket that did not answer the last time. */
  ping(): void {
    if (!this.#answered) return this.#socket.terminate();
    this.#answered = false;
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Answers whoever asks whether we are still here; anything else a client may send means nothing to us. */
  #hear(data: RawData): void {
    const now = performance.now();
    if (now - this.#sent.since >= MINUTE_MS) this.#sent = { since: now, messages: 0 };
    this.#sent.messages++;
    if (this.#sent.messages > limits.websocketMessagesPerMinute)
      return this.close(closeCodes.tooMany, 'too many messages');
    if (isPing(data)) this.send(pong);
  }
}
