import { calls, type Revocations } from '@numscope/contracts';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import type { ServiceClient } from '../ports/service-client.port.ts';
import type { Identity } from './identity.ts';

/** How long auth keeps a question until there is news. */
const WAIT_MS = 8000;
/** An auth that says nothing for half of this is given up for another instance, if there is one. */
const PATIENCE_MS = 2 * (WAIT_MS + 1000);
const FIRST_PATIENCE_MS = 2000;
/** Questions begin no closer to each other, also when auth does not keep them or its instances have different keys. */
const LEAST_MS = 300;

/** By what name the end of an API key goes among those of users; no user's looks like it. */
export const keySubject = (id: string): string => `key:${id}`;

/**
 * Which users' earlier tokens no longer count. Each service keeps the list and asks auth for news all the time; auth
 * answers once there is any, so that a logout or a change of roles bites within a second although tokens are checked
 * locally.
 */
export class RevocationList {
  readonly #ended = new Map<string, { notBefore: number; keepIssuedAt: number | undefined }>();
  readonly #closing = new AbortController();
  #revision = 0;
  #keysId = '';
  #timer: NodeJS.Timeout | undefined;

  /**
   * Tokens issued up to `notBefore` (milliseconds) no longer count, but for the one issued exactly at `keepIssuedAt`.
   * Names differ in more than case.
   */
  revoke(userName: string, notBefore: number, keepIssuedAt?: number): void {
    const name = userName.toLowerCase();
    if (notBefore > (this.#ended.get(name)?.notBefore ?? 0)) this.#ended.set(name, { notBefore, keepIssuedAt });
  }

  /** A key's tokens end with their user's, and with the key. */
  isRevoked(identity: Identity): boolean {
    return (
      this.#isEnded(identity.userName, identity) ||
      (identity.key !== undefined && this.#isEnded(keySubject(identity.key.id), identity))
    );
  }

  #isEnded(name: string, identity: Identity): boolean {
    const ended = this.#ended.get(name.toLowerCase());
    return ended !== undefined && identity.issuedAt <= ended.notBefore && identity.issuedAt !== ended.keepIssuedAt;
  }

  /**
   * Resolves after the first answer, however long that takes, so that no service opens its doors without the list.
   * `told` gets each answer: with the list come the keys by which users' tokens are known.
   */
  async follow(client: ServiceClient, log: Logger, told: (news: Revocations) => void = () => undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      let answered = false;
      const ask = async (): Promise<void> => {
        const begun = performance.now();
        try {
          const news = await client.call(calls.revocations, {
            query: { since: this.#revision, keysId: this.#keysId, waitMs: answered ? WAIT_MS : 0 },
            timeoutMs: answered ? PATIENCE_MS : FIRST_PATIENCE_MS,
            signal: this.#closing.signal,
          });
          for (const { userName, notBefore, keepIssuedAt } of news.users)
            this.revoke(userName, notBefore, keepIssuedAt);
          this.#revision = news.revision;
          this.#keysId = news.keysId;
          told(news);
          answered = true;
          resolve();
        } catch (error) {
          if (this.#closing.signal.aborted) return resolve();
          log.warn({ reason: reasonOf(error) }, 'the list of ended sessions could not be refreshed');
        }
        if (this.#closing.signal.aborted) return;
        this.#timer = setTimeout(ask, Math.max(0, begun + LEAST_MS - performance.now()));
        // While nothing was answered yet, this may be all that keeps the process alive.
        if (answered) this.#timer.unref();
      };
      void ask();
    });
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }
}
