import { eventTexts, notAnEvent, readEventText } from '@numscope/platform/event-text';
import type { ClientSockets } from './client-sockets.ts';

const WINDOW_MS = 500;
/**
 * A running job changes thousands of profiles a second; nobody can look at more than this of them. The topic carries
 * all.
 */
const SHOWN_IN_WINDOW = 200;
/** So long more may change that is not told one by one, before it is told that it did: pages ask anew then. */
const MORE_MS = 5000;

/** The number of a profile whose values are others than before; null where none is. @throws Error when it is no `profile.updated` */
function changedIn(text: string): string | null {
  const { phone, changed } = readEventText('profile.updated', text).data;
  if (typeof phone !== 'string' || !Array.isArray(changed)) throw notAnEvent('profile.updated');
  return changed.length > 0 ? phone : null;
}

/**
 * Tells whose profile has changed, each number once in half a second and at most 400 a second; and of what it did not
 * tell within seconds that there is more, so that no page misses a change of its own number.
 */
export class ProfileFeed {
  readonly #sockets: Pick<ClientSockets, 'send'>;
  readonly #phones = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #more: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(sockets: Pick<ClientSockets, 'send'>) {
    this.#sockets = sockets;
  }

  /** Takes in texts of `profile.updated`, each of one event or several; of what will not be told none is read. */
  take(texts: readonly string[]): void {
    for (const text of this.#isFull ? texts : eventTexts(texts)) {
      if (this.#isFull) return this.#leaveOut();
      const phone = changedIn(text);
      if (phone !== null) this.#changed(phone);
    }
  }

  #leaveOut(): void {
    const since = Date.now();
    this.#more ??= setTimeout(() => {
      this.#more = undefined;
      void this.#sockets.send({ type: 'profiles.updated', at: Date.now(), data: { since } });
    }, MORE_MS).unref();
  }

  #changed(phone: string): void {
    if (this.#phones.has(phone)) return;
    this.#phones.add(phone);
    this.#sent++;
    void this.#sockets.send({ type: 'profile.updated', at: Date.now(), data: { phone } });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sent = 0;
      this.#phones.clear();
    }, WINDOW_MS).unref();
  }

  get #isFull(): boolean {
    return this.#sent >= SHOWN_IN_WINDOW;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#more);
  }
}
