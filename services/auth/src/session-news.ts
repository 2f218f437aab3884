import { createHash } from 'node:crypto';
import type { Revocations } from '@numscope/contracts';
import { commonEndMs, RareLooks, type TokenSigner } from '@numscope/platform';
import type { EndedSessions } from './domain/revocation.ts';
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
  readonly #store: Pick<AuthStore, 'revocationsSince' | 'isAlone'>;
  readonly #tokens: TokenSigner;
  readonly #waiting = new Set<() => void>();
  readonly #rareLooks = new RareLooks(() => this.#store.isAlone === true);
  #looking: NodeJS.Timeout | undefined;
  #revision = 0;
  #changes = 0;
  /** What was read last, and the changes before that: as long as nobody else writes it is the newest until the next one. */
  #read: Pick<EndedSessions, 'revision' | 'longestSessionMs'> & { changes: number } = {
    revision: 0,
    longestSessionMs: 0,
    changes: -1,
  };
  #closed = false;

  constructor(store: Pick<AuthStore, 'revocationsSince' | 'isAlone'>, tokens: TokenSigner) {
    this.#store = store;
    this.#tokens = tokens;
    tokens.onChange(() => this.tell());
  }

  /** Resolves once there is something that the caller does not know, or when its time is over. */
  async after({ since, keysId, waitMs }: Known): Promise<Revocations> {
    const until = performance.now() + commonEndMs(waitMs);
    for (;;) {
      const changes = this.#changes;
      const news = this.#isKnown(since) ? this.#answer({ ...this.#read, users: [] }) : await this.#newsSince(since);
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

  /** Nobody but this instance ends sessions, and it has ended none that `since` does not tell. */
  #isKnown(since: number): boolean {
    const { revision, changes } = this.#read;
    return this.#store.isAlone === true && changes === this.#changes && revision === since;
  }

  async #newsSince(since: number): Promise<Revocations> {
    const changes = this.#changes;
    const ended = await this.#store.revocationsSince(since);
    const { revision, longestSessionMs } = ended;
    this.#read = { revision, longestSessionMs, changes };
    return this.#answer(ended);
  }

  #answer({ revision, users, longestSessionMs }: EndedSessions): Revocations {
    const keys = [...this.#tokens.publicKeys()];
    const kids = keys.map(({ kid }) => kid).sort();
    return {
      revision,
      users,
      longestSessionMs,
      keys,
      keysId: createHash('sha256').update(kids.join()).digest('base64url'),
    };
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
      if (!this.#rareLooks.isDue()) return;
      const { revision } = await this.#store.revocationsSince(this.#revision);
      if (revision !== this.#revision) this.tell();
      this.#revision = revision;
    } catch {
      // Each who waits asks for itself, and is told the fault.
      this.tell();
    } finally {
      const goesOn = this.#waiting.size > 0 && !this.#closed;
      this.#looking = goesOn ? setTimeout(() => void this.#look(), LOOK_MS).unref() : undefined;
    }
  }
}
