import { calls, limits } from '@numscope/contracts';
import { type Identity, type Logger, reasonOf, Rounds, type ServiceClient } from '@numscope/platform';

const TELL_MS = 15_000;

/** The first and the last use that auth has not heard of, in milliseconds. */
interface Uses {
  from: number;
  at: number;
}

const together = (one: Uses, other: Uses | undefined): Uses => ({
  from: Math.min(one.from, other?.from ?? one.from),
  at: Math.max(one.at, other?.at ?? one.at),
});
/** Logins whose uses are kept until auth has heard of them; uses of further ones are not noted. */
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
  #used = new Map<string, Uses>();

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
    const known = this.#used.get(tokenId);
    if (known) known.at = now;
    else if (this.#used.size < MOST) this.#used.set(tokenId, { from: now, at: now });
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
      const sessions = used.slice(from, from + limits.toldSessions).map(([id, uses]) => ({ id, ...uses }));
      try {
        await this.#client.call(calls.noteActivity, { body: { sessions } });
      } catch (error) {
        this.#log.warn({ reason: reasonOf(error) }, 'auth could not be told which logins are used');
        for (const [id, uses] of used.slice(from)) this.#used.set(id, together(uses, this.#used.get(id)));
        break;
      }
    }
    return this.#everyMs;
  }
}
