import { SocketMessage } from '@numscope/contracts';
import { currentSession, onSessionChange } from '../session/session.ts';
import { backoffMs } from '@numscope/client';

export type ConnectionState = 'live' | 'connecting' | 'off';
type Listener = (message: SocketMessage) => void;

interface Listeners {
  message: Set<Listener>;
  reconnect: Set<() => void>;
  state: Set<() => void>;
}

/**
 * The websocket to the server: authenticates by its first message, comes back by itself after a break, and then tells
 * its subscribers to reload what they show, because messages were missed.
 */
export class Realtime {
  readonly #listeners: Listeners = { message: new Set(), reconnect: new Set(), state: new Set() };
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #wasLive = false;
  #token: string | null = null;
  state: ConnectionState = 'off';
  /** When the last message came, milliseconds; null before the first. */
  heardAt: number | null = null;

  constructor() {
    onSessionChange(() => this.#renew());
    window.addEventListener('online', () => this.#renew());
  }

  /** Opens the websocket when somebody is signed in; safe to call again. */
  open(): void {
    if (this.#socket !== null || this.#retry !== undefined) return;
    this.#connect();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.message.add(listener);
    this.open();
    return () => this.#listeners.message.delete(listener);
  }

  /** After a break: what is shown may be old. */
  onReconnect(listener: () => void): () => void {
    this.#listeners.reconnect.add(listener);
    return () => this.#listeners.reconnect.delete(listener);
  }

  onState(listener: () => void): () => void {
    this.#listeners.state.add(listener);
    return () => this.#listeners.state.delete(listener);
  }

  #renew(): void {
    if (currentSession()?.token === this.#token && this.state === 'live') return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#attempts = 0;
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #connect(): void {
    const session = currentSession();
    this.#token = session?.token ?? null;
    if (session === null) {
      this.#wasLive = false;
      this.#become('off');
      return;
    }
    this.#become('connecting');
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/mm-websocket`,
    );
    this.#socket = socket;
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', token: session.token })));
    socket.addEventListener('message', (event) => this.#hear(event.data));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  #hear(data: unknown): void {
    const parsed = SocketMessage.safeParse(readJson(data));
    // A message of a newer server that this console does not know is none of its business.
    if (!parsed.success) return;
    this.heardAt = Date.now();
    if (parsed.data.type === 'ready') {
      this.#attempts = 0;
      this.#become('live');
      if (this.#wasLive) for (const listener of this.#listeners.reconnect) listener();
      this.#wasLive = true;
      return;
    }
    for (const listener of this.#listeners.message) listener(parsed.data);
    for (const listener of this.#listeners.state) listener();
  }

  #lost(): void {
    this.#socket = null;
    if (currentSession() === null) return this.#become('off');
    this.#become('connecting');
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined;
        this.#connect();
      },
      backoffMs(this.#attempts, Math.random()),
    );
    this.#attempts += 1;
  }

  #become(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of this.#listeners.state) listener();
  }
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
