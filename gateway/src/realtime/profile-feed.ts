import type { ClientSockets } from './client-sockets.ts';

const WINDOW_MS = 500;
/**
 * A running job changes thousands of profiles a second; nobody can look at more than this of them. The topic carries
 * all.
 */
const SHOWN_IN_WINDOW = 200;

/** Tells whose profile has changed, each number once in half a second and at most 400 a second. */
export class ProfileFeed {
  readonly #sockets: ClientSockets;
  readonly #phones = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(sockets: ClientSockets) {
    this.#sockets = sockets;
  }

  changed(phone: string): void {
    if (this.#sent >= SHOWN_IN_WINDOW || this.#phones.has(phone)) return;
    this.#phones.add(phone);
    this.#sent++;
    void this.#sockets.send({ type: 'profile.updated', at: Date.now(), data: { phone } });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sent = 0;
      this.#phones.clear();
    }, WINDOW_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
