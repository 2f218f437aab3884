import { calls, type Revocations } from '@numscope/contracts';
import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';
import type { ServiceClient } from '../ports/service-client.port.ts';
import type { Identity } from './identity.ts';

const POLL_MS = 300;

/**
 * Which users' earlier tokens no longer count. Each service keeps the list and asks auth for news a few times a second,
 * so that a logout or a change of roles bites within a second although tokens are checked locally.
 */
export class RevocationList {
  readonly #ended = new Map<string, { notBefore: number; keepIssuedAt: number | undefined }>();
  #revision = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * Tokens issued up to `notBefore` (milliseconds) no longer count, but for the one issued exactly at `keepIssuedAt`.
   * Names differ in more than case.
   */
  revoke(userName: string, notBefore: number, keepIssuedAt?: number): void {
    const name = userName.toLowerCase();
    if (notBefore > (this.#ended.get(name)?.notBefore ?? 0)) this.#ended.set(name, { notBefore, keepIssuedAt });
  }

  isRevoked(identity: Identity): boolean {
    const ended = this.#ended.get(identity.userName.toLowerCase());
    return ended !== undefined && identity.issuedAt <= ended.notBefore && identity.issuedAt !== ended.keepIssuedAt;
  }

  /**
   * Resolves after the first answer, however long that takes, so that no service opens its doors without the list.
   * `told` gets each answer: with the list come the keys by which users' tokens are known.
   */
  async follow(client: ServiceClient, log: Logger, told: (news: Revocations) => void = () => undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      let answered = false;
      const poll = async (): Promise<void> => {
        try {
          const news = await client.call(calls.revocations, { query: { since: this.#revision }, timeoutMs: 2000 });
          for (const { userName, notBefore, keepIssuedAt } of news.users)
            this.revoke(userName, notBefore, keepIssuedAt);
          this.#revision = news.revision;
          told(news);
          answered = true;
          resolve();
        } catch (error) {
          log.warn({ reason: reasonOf(error) }, 'the list of ended sessions could not be refreshed');
        }
        if (this.#closed) return resolve();
        this.#timer = setTimeout(poll, POLL_MS);
        // While nothing was answered yet, this may be all that keeps the process alive.
        if (answered) this.#timer.unref();
      };
      void poll();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
