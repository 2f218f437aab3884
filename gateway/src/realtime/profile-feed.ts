import { eventTexts, notAnEvent, readEventText } from '@numscope/platform/event-text';
import type { ClientSockets } from './client-sockets.ts';

const WINDOW_MS = 500;
/**
 * A running job changes thousands of profiles a second; nobody can look at more than this of them. The topic carries
 * all.
 */
const SHOWN_IN_WINDOW = 200;
/** How long changes beyond those told one by one are gathered into one message, on which pages ask anew. */
const MORE_MS = 5000;

/** The number of a profile whose values are others than before; null where none is. @throws Error when it is no `profile.updated` */
function changedIn(text: string): string | null {
  const { phone, changed } = readEventText('profile.updated', text).data;
  if (typeof phone !== 'string' || !Array.isArray(changed)) throw notAnEvent('profile.updated');
  return changed.length > 0 ? phone : null;
}

/** The number of a profile that is gone. @throws Error when it is no `profile.deleted` */
function deletedIn(text: string): string {
  const { phone } = readEventText('profile.deleted', text).data;
  if (typeof phone !== 'string') throw notAnEvent('profile.deleted');
  return phone;
}

const numberIn = { 'profile.updated': changedIn, 'profile.deleted': deletedIn } as const;
type Topic = keyof typeof numberIn;
const isDeletion = (topic: Topic): boolean => topic === 'profile.deleted';

/**
 * Tells whose profile has changed or is gone, each number once in half a second and at most 400 a second; and of what it did not
 * tell within seconds that there is more, so that no page misses a change of its own number.
 */
export class ProfileFeed {
  readonly #sockets: Pick<ClientSockets, 'send'>;
  /** Told in this window. */
  readonly #phones = new Set<string>();
  /** Changed again after they were told, and whether they are gone: whoever asked anew at once has the state before. */
  readonly #again = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;
  #more: NodeJS.Timeout | undefined;
  /** Some of the profiles that a message leaves out were deleted. */
  #moreAreGone = false;
  #sent = 0;

  constructor(sockets: Pick<ClientSockets, 'send'>) {
    this.#sockets = sockets;
  }

  /** Takes in texts of a topic, each of one event or several; of what will not be told none is read. */
  take(topic: Topic, texts: readonly string[]): void {
    for (const text of this.#isFull ? texts : eventTexts(texts)) {
      if (this.#isFull) return this.#leaveOut(topic);
      const phone = numberIn[topic](text);
      if (phone !== null) this.#changed(phone, isDeletion(topic));
    }
  }

  #leaveOut(topic: Topic): void {
    const since = Date.now();
    this.#moreAreGone ||= isDeletion(topic);
    this.#more ??= setTimeout(() => {
      this.#more = undefined;
      const data = { since, areGone: this.#moreAreGone };
      this.#moreAreGone = false;
      void this.#sockets.send({ type: 'profiles.updated', at: Date.now(), data });
    }, MORE_MS).unref();
  }

  #changed(phone: string, isGone: boolean): void {
    if (this.#phones.has(phone)) {
      // The two topics are read beside each other: that it is gone is told, whichever comes first.
      this.#again.set(phone, isGone || this.#again.get(phone) === true);
      return;
    }
    this.#phones.add(phone);
    this.#sent++;
    void this.#sockets.send({ type: 'profile.updated', at: Date.now(), data: { phone, isGone } });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sent = 0;
      this.#phones.clear();
      const again = [...this.#again];
      this.#again.clear();
      for (const [each, isGone] of again) this.#changed(each, isGone);
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
