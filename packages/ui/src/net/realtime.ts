import { backoffMs, SocketLine, UNAUTHORIZED } from '@numscope/client';
import type { SocketMessage } from '@numscope/contracts';
import { currentSession, onSessionChange } from '../session/session.ts';

export type ConnectionState = 'live' | 'connecting' | 'off';
type Listener = (message: SocketMessage) => void;

/**
 * The websocket to the server: comes back by itself after a break, and then tells its subscribers to reload what they
 * show, because messages were missed.
 */
export class Realtime {
  readonly #listeners = {
    message: new Set<Listener>(),
    reconnect: new Set<() => void>(),
    state: new Set<() => void>(),
  };
  #line: SocketLine | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Since it was last live. */
  #attempts = 0;
  #token: string | null = null;
  state: ConnectionState = 'off';
  /** When the server last said anything, milliseconds; null before the first. */
  heardAt: number | null = null;

  readonly #refused: () => void;

  /** @param refused told when the server takes the token no more */
  constructor(refused: () => void) {
    this.#refused = refused;
    onSessionChange(() => this.#renew());
    window.addEventListener('online', () => this.hurry());
    window.addEventListener('pageshow', () => this.hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.hurry();
    });
  }

  /** Opens the websocket when somebody is signed in; safe to call again. */
  open(): void {
    if (this.#line !== null || this.#retry !== undefined) return;
    if (currentSession()?.token !== this.#token || this.state !== 'off') this.#connect();
  }

  /** Something failed that goes by the same way: if the line still counts as live, the server is asked at once. */
  doubt(): void {
    if (this.state === 'live') this.#line?.check();
  }

  /** The way to the server may be back: no waiting for the next try. */
  hurry(): void {
    this.doubt();
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#connect();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.message.add(listener);
    this.open();
    return () => void this.#listeners.message.delete(listener);
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
    if (currentSession()?.token === this.#token && this.state !== 'off') return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#attempts = 0;
    this.#line?.close();
    this.#line = null;
    this.#connect();
  }

  #connect(): void {
    const session = currentSession();
    this.#token = session?.token ?? null;
    if (session === null) return this.#become('off');
    this.#become('connecting');
    this.#line = new SocketLine({
      url: location.origin,
      token: session.token,
      WebSocket,
      heard: () => {
        this.heardAt = Date.now();
        for (const listener of this.#listeners.state) listener();
      },
      tell: (message) => this.#hear(message),
      ended: (code) => this.#lost(code),
    });
  }

  #hear(message: SocketMessage): void {
    if (message.type === 'ready') {
      const missed = this.#attempts > 0;
      this.#attempts = 0;
      this.#become('live');
      if (missed) {
        for (const listener of this.#listeners.reconnect) listener();
        return;
      }
    }
    for (const listener of this.#listeners.message) listener(message);
  }

  #lost(code: number): void {
    const refused = code === UNAUTHORIZED && this.state !== 'live';
    this.#line = null;
    if (refused || currentSession() === null) {
      this.#become('off');
      // Who is refused with this token will be again.
      if (refused) this.#refused();
      return;
    }
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
