import { createHash } from 'node:crypto';
import type { Revocations } from '@numscope/contracts';
import type { TokenSigner } from '@numscope/platform';
import type { AuthStore } from './store/auth-store.port.ts';

/** How soon it is seen what another instance wrote into the records. */
const LOOK_MS = 300;

/** What an asking service knows already, and how long it waits for more. */
export interface Known {
  /** A revision of the ended sessions. */
  since: number;
  /** As it stood in the last answer. */
  keysId: string;
  waitMs: number;
}

/**
 * Ended sessions and the keys of the tokens, for services that wait for news of them. What changes in this process they
 * hear at once.
 */
export class SessionNews {
  readonly #store: Pick<AuthStore, 'revocationsSince'>;
  readonly #tokens: TokenSigner;
  readonly #waiting = new Set<() => void>();
  #looking: NodeJS.Timeout | undefined;
  #revision = 0;
  #changes = 0;
  #closed = false;

  constructor(store: Pick<AuthStore, 'revocationsSince'>, tokens: TokenSigner) {
    this.#store = store;
    this.#tokens = tokens;
    tokens.onChange(() => this.tell());
  }

  /** Resolves once there is something that the caller does not know, or when its time is over. */
  async after({ since, keysId, waitMs }: Known): Promise<Revocations> {
    const until = performance.now() + waitMs;
    for (;;) {
      const changes = this.#changes;
      const news = await this.#read(since);
      const leftMs = until - performance.now();
      if (news.revision !== since || news.keysId !== keysId || leftMs <= 0 || this.#closed) return news;
      // What changed while it was read may not be in it.
      if (changes === this.#changes) await this.#nextChange(leftMs);
    }
  }

  /** Something has changed in this process. */
  tell(): void {
    this.#changes++;
    for (const over of this.#waiting) over();
  }

  /** Nobody waits from now on. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#looking);
    this.tell();
  }

  async #read(since: number): Promise<Revocations> {
    const ended = await this.#store.revocationsSince(since);
    const keys = [...this.#tokens.publicKeys()];
    const kids = keys.map(({ kid }) => kid).sort();
    return { ...ended, keys, keysId: createHash('sha256').update(kids.join()).digest('base64url') };
  }

  #nextChange(withinMs: number): Promise<void> {
    this.#looking ??= setTimeout(() => void this.#look(), LOOK_MS).unref();
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(over);
        resolve();
      };
      const timer = setTimeout(over, withinMs);
      this.#waiting.add(over);
    });
  }

  /** One look for all who wait. */
  async #look(): Promise<void> {
    try {
      const { revision } = await this.#store.revocationsSince(this.#revision);
      if (revision !== this.#revision) this.tell();
      this.#revision = revision;
    } catch {
      // Each who waits asks for itself, and is told the fault.
      this.tell();
    }
    const goesOn = this.#waiting.size > 0 && !this.#closed;
    this.#looking = goesOn ? setTimeout(() => void this.#look(), LOOK_MS).unref() : undefined;
  }
}
