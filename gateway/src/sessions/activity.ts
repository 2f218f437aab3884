import { calls, limits } from '@numscope/contracts';
import { type Identity, type Logger, reasonOf, Rounds, type ServiceClient } from '@numscope/platform';

const TELL_MS = 15_000;
/** Of more logins than these nothing is kept until auth has heard of the others. */
const MOST = 200_000;

/**
 * Which logins were used here, told to auth in one message now and then: no call waits for it or writes anything. What
 * auth did not hear is told with the next.
 */
export class Activity {
  readonly #client: ServiceClient;
  readonly #log: Logger;
  readonly #rounds: Rounds;
  readonly #everyMs: number;
  #used = new Map<string, number>();

  constructor(client: ServiceClient, log: Logger, everyMs = TELL_MS) {
    this.#client = client;
    this.#log = log;
    this.#everyMs = everyMs;
    this.#rounds = new Rounds(() => this.#tell());
    this.#rounds.wake();
  }

  /** Programs with API keys have no login, and our own services neither. */
  note({ tokenId, key, service }: Identity, now: number): void {
    if (tokenId === undefined || key !== undefined || service !== undefined) return;
    if (this.#used.size < MOST || this.#used.has(tokenId)) this.#used.set(tokenId, now);
  }

  /** Tells what is left. */
  async close(): Promise<void> {
    await this.#rounds.close();
    await this.#tell();
  }

  async #tell(): Promise<number> {
    const used = [...this.#used];
    this.#used = new Map();
    for (let from = 0; from < used.length; from += limits.toldSessions) {
      const sessions = used.slice(from, from + limits.toldSessions).map(([id, at]) => ({ id, at }));
      try {
        await this.#client.call(calls.noteActivity, { body: { sessions } });
      } catch (error) {
        this.#log.warn({ reason: reasonOf(error) }, 'auth could not be told which logins are used');
        for (const [id, at] of used.slice(from)) this.#used.set(id, Math.max(at, this.#used.get(id) ?? 0));
        break;
      }
    }
    return this.#everyMs;
  }
}
